import { Pool } from 'undici';
import type { Context } from '../harness/context.ts';

/** Posts the same body again and again to a receiver, through a pool of connections; throws unless it is taken. */
export function openPoster(
  context: Context,
  url: string,
  connections: number,
  body: string,
): () => Promise<void> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  context.onRelease(() => pool.destroy());
  return async () => {
    const response = await pool.request({
      method: 'POST',
      path: '/bare',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await response.body.dump();
    if (response.statusCode !== 204) throw new Error(`answered ${response.statusCode}`);
  };
}
