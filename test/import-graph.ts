// The imports and exports of TypeScript files, read from their text, and the circles among them.

import { dirname, join } from 'node:path';
import type { Import } from './rooms.ts';

const IMPORT =
  /(?:^|\n)(?:import|export)(?<type> type)?\s[^;'"]*?from '(?<from>[^']+)'|\bimport\(?\s*'(?<bare>[^']+)'/g;
const EXPORT =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (?<name>\w+)/gm;

export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(({ groups }) => {
    const of = groups?.from ?? groups?.bare ?? '';
    return {
      file,
      of: of.startsWith('.') ? join(dirname(file), of) : of,
      typeOnly: groups?.type !== undefined,
    };
  });
}

/** What a file declares and exports, each once; what it only passes on is not its own. */
export function exportsIn(text: string): Set<string> {
  return new Set([...text.matchAll(EXPORT)].map(({ groups }) => groups?.name ?? ''));
}

/** Sets of files that all lead to one another (Tarjan), each in order, and they in order of their first files. */
export function circlesIn(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(imports, ({ file }) => file);
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  /** The lowest number of an open file that can be reached. */
  const visit = (file: string): number => {
    const own = numbers.size;
    numbers.set(file, own);
    open.push(file);
    let lowest = own;
    for (const { of } of next.get(file) ?? []) {
      if (!numbers.has(of)) lowest = Math.min(lowest, visit(of));
      else if (open.includes(of)) lowest = Math.min(lowest, numbers.get(of) ?? own);
    }
    if (lowest === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1 || (next.get(file) ?? []).some(({ of }) => of === file))
        circles.push(circle.sort());
    }
    return lowest;
  };
  for (const file of next.keys()) if (!numbers.has(file)) visit(file);
  return circles.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
