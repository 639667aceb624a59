/**
 * The address of an embedded server for read models, which the log can make again: a write is answered as soon as it
 * outlives the server, and is on disk a moment later. So a disk that takes its time holds up nobody who reads.
 * @param url as the server tells it
 */
export function readModelUrl(url: string): string {
  const address = new URL(url);
  address.searchParams.set('w', '1');
  address.searchParams.set('journal', 'false');
  return address.href;
}
