import { openWire, type Wire } from './wire.ts';

/** Puts a wire in front of a server. @returns the address of the server through the wire */
export async function throughWire(url: string): Promise<{ readonly url: string; readonly wire: Wire }> {
  const port = /127\.0\.0\.1:(\d+)/.exec(url)?.[1];
  if (port === undefined) throw new Error('the server is not on this machine');
  const wire = await openWire({ host: '127.0.0.1', port: Number(port) });
  return { url: url.replace(`127.0.0.1:${port}`, `127.0.0.1:${wire.port}`), wire };
}
