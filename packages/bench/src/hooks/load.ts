import { Value } from 'typebox/value';
import { Agent, request } from 'undici';
import { entryUrl, Ready } from '../../../embedded-server/src/spawn.ts';
import type { Context } from '../harness/context.ts';
import { Ran, type Run } from './load-protocol.ts';

/** The process of load and receiver. */
export interface Load {
  readonly url: string;
  readonly pid: number;
  run(run: Partial<Run> & Pick<Run, 'url' | 'senders' | 'count'>): Promise<Ran>;
}

export async function startLoad(context: Context): Promise<Load> {
  const { ready, pid } = await context.startReporting(entryUrl('./servers/load', import.meta.url), Ready, []);
  // A run is answered when it is over.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  context.onRelease(() => dispatcher.destroy());
  return {
    url: ready.url,
    pid,
    async run(run) {
      const { statusCode, body } = await request(`${ready.url}/run`, {
        method: 'POST',
        dispatcher,
        body: JSON.stringify({ perSecond: null, receiverMs: 0, webhooks: true, ...run }),
      });
      const answer = await body.text();
      if (statusCode !== 200) throw new Error(`the load failed: ${answer}`);
      return Value.Parse(Ran, JSON.parse(answer));
    },
  };
}
