/** Whether an item of a list would be read otherwise than it was written. */
const needsQuotes = (item: string, separators: readonly string[]): boolean =>
  item === '' || item !== item.trim() || /["\r\n]/.test(item) || separators.some((one) => item.includes(one));

/**
 * Writes a list in one cell: items are separated by `; `. An item with a separator, a quotation mark, a line break or an
 * outer blank stands in quotation marks, and a quotation mark within it is doubled, as in CSV.
 */
export const joinList = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes(item, [';', ',']) ? `"${item.replaceAll('"', '""')}"` : item)).join('; ');
