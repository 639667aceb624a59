/** Whether an item of a list would be read otherwise than it was written. */
const needsQuotes = (item: string, separators: readonly string[]): boolean =>
  item === '' || item !== item.trim() || /["\r\n]/.test(item) || separators.some((one) => item.includes(one));

/**
 * Writes a list in one cell: items are separated by `; `. An item with a separator, a quotation mark, a line break or an
 * outer blank stands in quotation marks, and a quotation mark within it is doubled, as in CSV.
 */
export const joinList = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes(item, [';', ',']) ? `"${item.replaceAll('"', '""')}"` : item)).join('; ');

/**
 * Reads a list out of one cell. Blanks around the items do not count.
 * @returns null if a quotation mark is not closed, or followed by anything but a separator
 */
export function splitList(cell: string, separator: ';' | ',' | '\n'): string[] | null {
  const items: string[] = [];
  const quoted = /\s*"((?:[^"]|"")*)"\s*/y;
  for (let at = 0; ;) {
    quoted.lastIndex = at;
    const found = quoted.exec(cell);
    const end = cell.indexOf(separator, found ? quoted.lastIndex : at);
    const until = end < 0 ? cell.length : end;
    if (found && quoted.lastIndex !== until) return null;
    items.push(found ? (found[1] ?? '').replaceAll('""', '"') : cell.slice(at, until).trim());
    if (end < 0) return items;
    at = end + 1;
  }
}
