/** The address of a list with other filters, from its first page on. @param changes texts by parameter; null removes one */
export function listAddress(url: string, changes: Readonly<Record<string, string | null>>): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('cursor');
  for (const [name, text] of Object.entries(changes)) {
    parameters.delete(name);
    if (text !== null && text !== '') parameters.append(name, text);
  }
  const rest = parameters.toString();
  return rest === '' ? path : `${path}?${rest}`;
}
