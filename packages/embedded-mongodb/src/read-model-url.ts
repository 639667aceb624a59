/**
 * The address of an embedded server for read models, which can be rebuilt from the log: a write is answered as soon as
 * it outlives the server, and is on disk a moment later, so that a slow disk does not delay reads.
 * @param url the address of the server
 */
export function readModelUrl(url: string): string {
  const address = new URL(url);
  address.searchParams.set('w', '1');
  address.searchParams.set('journal', 'false');
  return address.href;
}
