import { Client } from 'undici';
import type { Context } from '../harness/context.ts';
import { median } from '../harness/statistics.ts';

/** A page of the service, and the headers with which it is asked for. */
export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Opens a connection on which each answer is awaited before the next request, as one browser does.
 * @returns a function that measures the median time to the first byte of an answer, in ms
 */
export function openFirstByte(context: Context, url: string) {
  const client = new Client(url);
  context.onRelease(() => client.destroy());
  return async ({ path, headers }: Asked, count: number): Promise<number> => {
    const times: number[] = [];
    for (let turn = 0; turn < count; turn++) {
      const begun = performance.now();
      const { statusCode, body } = await client.request({ method: 'GET', path, headers });
      times.push(performance.now() - begun);
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    }
    return median(times);
  };
}
