import { Pool } from 'undici';
import type { Context } from '../harness/context.ts';
import type { Arrivals } from './receiver.ts';

/**
 * Posts a webhook that came before again and again, the same headers and the same body, through a pool of connections;
 * throws unless it is taken.
 */
export function openPoster(
  context: Context,
  url: string,
  connections: number,
  { headers, body }: Pick<Arrivals, 'headers' | 'body'>,
): () => Promise<void> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  context.onRelease(() => pool.destroy());
  return async () => {
    const response = await pool.request({
      method: 'POST',
      path: '/bare',
      headers,
      body,
    });
    await response.body.dump();
    if (response.statusCode !== 204) throw new Error(`answered ${response.statusCode}`);
  };
}
