import { setTimeout as delay } from 'node:timers/promises';
import { entryUrl } from '../../../../embedded-server/src/spawn.ts';
import { type Client, openClient } from '../../api/client.ts';
import { startService } from '../../api/service.ts';
import type { Context } from '../../harness/context.ts';
import { quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { makeDestinations } from '../receiver.ts';

const receivers = 64;
const readers = 4;
const pauseMs = { submissions: 300, reads: 10 } as const;

/** Reads the form until the signal; the duration of each read in milliseconds. */
async function read(client: Client, signal: AbortSignal): Promise<number[]> {
  const durations: number[] = [];
  while (!signal.aborted) {
    const begun = performance.now();
    await client.readForm();
    durations.push(performance.now() - begun);
    await delay(pauseMs.reads);
  }
  return durations;
}

/** The p99 of reads while every submission is sent to 64 receivers of one manner. */
async function p99With(manner: 'kind' | 'hostile', context: Context): Promise<number> {
  const service = await startService(context);
  const url = await context.start(entryUrl('../servers/hostile', import.meta.url));
  await makeDestinations(service, { url: `${url}/${manner}` }, receivers);
  const client = openClient(context, service);
  const stopping = new AbortController();
  const submitting = (async () => {
    while (!stopping.signal.aborted) {
      await client.submit();
      await delay(pauseMs.submissions);
    }
  })();
  await delay(2_000);
  const reading = Array.from({ length: readers }, () => read(client, stopping.signal));
  await delay(context.scaled(12_000));
  stopping.abort();
  const durations = (await Promise.all(reading)).flat();
  await submitting;
  return quantile(durations, 0.99);
}

/** How long a read takes while receivers flood the workers, beside the same while they answer at once. */
export const hostile: Row = {
  name: 'hostile',
  target: atMost(1.5),
  async run(context) {
    const baseline = await p99With('kind', context);
    return measured(await p99With('hostile', context), baseline, 'ms');
  },
};
