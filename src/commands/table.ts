// Plain text tables for the terminal: columns as wide as their widest cell, numbers to the right.

export function table(rows: readonly (readonly string[])[], header: readonly string[]): string {
  const widths = header.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const isNumber = header.map(
    (_, at) => rows.length > 0 && rows.every((row) => /^[\d.,]*$/.test(row[at] ?? '')),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
