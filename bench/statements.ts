// Statements as the store sends them to PostgreSQL: caught on their way, and written out with their values for pgbench.

import pg from 'pg';

export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface StatementWatch {
  /** In the order in which they were sent. */
  readonly statements: readonly SentStatement[];
  stop(): void;
}

/** Prepared statements that any connection sends from now on; BEGIN, COMMIT and the like are not among them. */
export function watchStatements(): StatementWatch {
  const statements: SentStatement[] = [];
  const { query } = pg.Client.prototype;
  const put = (value: unknown) =>
    Object.defineProperty(pg.Client.prototype, 'query', { value, configurable: true, writable: true });
  put(function watched(this: pg.Client, ...words: unknown[]): unknown {
    const [first] = words;
    if (typeof first === 'object' && first !== null && 'text' in first && 'values' in first)
      statements.push({ text: String(first.text), values: first.values as unknown[] });
    return Reflect.apply(query, this, words);
  });
  return { statements, stop: () => put(query) };
}

/** With its values in place of its parameters. */
export function writtenOut({ text, values }: SentStatement): string {
  return `${text.replace(/\$(\d+)/g, (_, number) => literalOf(values[Number(number) - 1]))};`;
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number') return Number.isFinite(value) ? `(${value})::float8` : `'${value}'::float8`;
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(quoted).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

const quoted = (item: unknown) => `"${String(item).replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
