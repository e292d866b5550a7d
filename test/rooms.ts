// The table of rooms in CONTRIBUTING.md, read as rules: which folder of src may import which. The table stands there alone;
// a new room or wall is a row of it and no code. Knows nothing of the imports that are judged by it (architecture.test.ts).

export interface Room {
  /** Folders, with a slash at the end, and files that belong to no folder. */
  readonly places: readonly string[];
  readonly may: 'everything' | readonly Permission[];
}

interface Permission {
  /** A folder or file from the root, a package, `node:` for all of Node or `node:…` for one module of it. */
  readonly of: string;
  readonly typesOnly: boolean;
}

export interface Import {
  readonly file: string;
  /** A path from the root, `node:…` or the name of a package. */
  readonly of: string;
  readonly typeOnly: boolean;
}

const HEAD = /^\| Room +\| What it is +\| May import +\|\n\|[-| ]+\|\n/m;

/** Folders and files are written from src, except those of the first column and of packages. */
export function readRooms(markdown: string): Room[] {
  const head = HEAD.exec(markdown);
  if (!head) throw new Error('There is no table "Room, What it is, May import"');
  const [rows = ''] = markdown.slice(head.index + head[0].length).split(/\n(?!\|)/);
  return rows
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [, place = '', what = '', may = ''] = row.split('|').map((cell) => cell.trim());
      const places = [...place.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);
      const permissions = [...may.matchAll(/(types of )?`([^`]+)`/g)].map(([, types, of = '']) => ({
        of: /^(?!packages\/).*(\/|\.ts)$/.test(of) ? `src/${of}` : of,
        typesOnly: types !== undefined,
      }));
      const isWhole =
        may.replace(/(types of )?`[^`]+`|, /g, '') === (permissions.length > 0 ? '' : 'everything');
      if (places.length === 0 || what === '' || !isWhole) throw new Error(`Not a row of rooms: ${row}`);
      return { places, may: permissions.length > 0 ? permissions : 'everything' };
    });
}

/** The narrowest that holds the file: a folder within a room may be a room of its own. */
export function roomOf(rooms: readonly Room[], file: string): Room | undefined {
  const lengthIn = ({ places }: Room) =>
    Math.max(-1, ...places.filter((place) => isIn(file, place)).map((place) => place.length));
  const [narrowest] = rooms.toSorted((a, b) => lengthIn(b) - lengthIn(a));
  return narrowest && lengthIn(narrowest) >= 0 ? narrowest : undefined;
}

const isIn = (file: string, place: string) => (place.endsWith('/') ? file.startsWith(place) : file === place);

export function isAllowed({ places, may }: Room, one: Import): boolean {
  if (may === 'everything' || places.some((place) => isIn(one.of, place))) return true;
  return may.some((permission) => isUse(permission, one) && (one.typeOnly || !permission.typesOnly));
}

/** Whether the import is of what the permission names. */
export function isUse({ of }: Permission, one: Import): boolean {
  return of === 'node:' ? one.of.startsWith(of) : isIn(one.of, of);
}
