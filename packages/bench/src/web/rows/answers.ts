import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { Client } from 'undici';
import { readModelUrl } from '../../../../embedded-mongodb/src/read-model-url.ts';
import { entryUrl } from '../../../../embedded-server/src/spawn.ts';
import { make, plans } from '../../api/service.ts';
import { storeSubmissions } from '../../api/stock.ts';
import { startTrio } from '../../embedded/servers.ts';
import type { Context } from '../../harness/context.ts';
import { median } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { signIn } from './delivery-list.ts';

/** The first byte of the page comes within so many ms, however many submissions are counted. */
const limitMs = 150;
const submissions = 100_000;

const options = (...values: string[]) => values.map((value) => ({ value, label: `Option ${value}` }));

/** Twenty questions of the kinds that are counted, and answers to them. */
const countedForm = {
  title: 'A form of twenty questions',
  status: 'published',
  fields: [
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({
      key: `one_${key}`,
      label: `Choose ${key}`,
      kind: 'single_choice',
      options: options('w', 'x', 'y', 'z'),
    })),
    ...['a', 'b', 'c'].map((key) => ({
      key: `many_${key}`,
      label: `Choose some ${key}`,
      kind: 'multiple_choice',
      options: options('w', 'x', 'y', 'z'),
    })),
    ...['a', 'b', 'c', 'd'].map((key) => ({ key: `number_${key}`, label: `Number ${key}`, kind: 'number' })),
    { key: 'rating', label: 'A rating', kind: 'rating' },
    { key: 'nps', label: 'Would you recommend us?', kind: 'nps' },
    { key: 'day', label: 'A day', kind: 'date' },
    { key: 'order', label: 'An order', kind: 'ranking', options: options('x', 'y', 'z') },
    { key: 'name', label: 'A name', kind: 'short_text' },
    { key: 'notes', label: 'Notes', kind: 'long_text' },
    { key: 'mail', label: 'E-mail', kind: 'email' },
  ],
};

const words =
  'the room was bright and quiet but the food came late while music played all evening long'.split(' ');

/** The n-th answers to the form. */
function answersTo(n: number): Readonly<Record<string, unknown>> {
  const of = <T>(list: readonly T[], step: number): T | undefined => list[(n * step) % list.length];
  const letters = ['w', 'x', 'y', 'z'];
  return Object.fromEntries<unknown>([
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((key, at) => [`one_${key}`, of(letters, at + 1)] as const),
    ...['a', 'b', 'c'].map((key, at) => [`many_${key}`, letters.slice((n + at) % 3)] as const),
    ...['a', 'b', 'c', 'd'].map((key, at) => [`number_${key}`, ((n * (at + 7)) % 9_973) / (at + 1)] as const),
    ['rating', 1 + (n % 5)],
    ['nps', n % 11],
    ['day', new Date(Date.UTC(2020, 0, 1 + (n % 2_000))).toISOString().slice(0, 10)],
    ['order', n % 2 === 0 ? ['x', 'y', 'z'] : ['z', 'x']],
    ['name', `Ada ${n}`],
    ['notes', Array.from({ length: 12 }, (_, at) => of(words, at + 1)).join(' ')],
    ['mail', `ada.${n}@example.com`],
  ]);
}

const Started = Type.Object({
  url: Type.String(),
  data_dir: Type.String(),
  demo: Type.Object({ account_id: Type.String() }),
});
const Metered = Type.Object({ longestMs: Type.Number() });

/** A service with the submissions, whose main thread is watched. */
async function startCounted(context: Context) {
  const dir = await context.tempDir();
  const { ready: stores } = await startTrio(context, join(dir, 'stores'), {});
  const plansFile = join(dir, 'plans.json');
  await writeFile(plansFile, JSON.stringify(plans));
  const socketPath = join(dir, 'meter');
  const program = entryUrl('../../hostile/servers/service', import.meta.url);
  const { ready } = await context.startReporting(program, Started, ['--meter', socketPath], {
    PORT: '0',
    DATA_DIR: join(dir, 'data'),
    PLANS_FILE: plansFile,
    EVENTSTORE_URL: stores.eventstore,
    MONGODB_URL: stores.mongodb,
    NATS_URL: stores.nats,
  });
  const operatorToken = (await readFile(join(ready.data_dir, 'operator-token'), 'utf8')).trim();
  const { account_id: accountId } = ready.demo;
  const service = { url: ready.url, operatorToken };
  const formId = await make(service, `accounts/${accountId}/forms`, countedForm);
  const filled = { accountId, formId, eventstore: stores.eventstore, mongodb: readModelUrl(stores.mongodb) };
  await storeSubmissions(context, filled, context.scaled(submissions), answersTo);
  const meter = new Client('http://meter', { socketPath });
  context.onRelease(() => meter.destroy());
  const longestMs = async (): Promise<number> => {
    const { body } = await meter.request({ method: 'GET', path: '/' });
    return Value.Parse(Metered, await body.json()).longestMs;
  };
  return { ...service, formId, longestMs };
}

/**
 * The time to the first byte of the page of answers, while nothing is counted yet, against the limit. The whole count and the
 * longest turn that it takes are logged.
 */
export const answers: Row = {
  name: 'answers',
  target: atMost(1),
  async run(context) {
    const { url, operatorToken, formId, longestMs } = await startCounted(context);
    const cookie = await signIn(url, operatorToken);
    const authorized = { authorization: `Bearer ${operatorToken}` };
    const path = `/api/admin/v1/forms/${formId}/answers`;
    await longestMs();
    const begun = performance.now();
    for (let since = ''; ;) {
      const answer = await fetch(`${url}${path}${since}`, { headers: authorized });
      const counted = Value.Parse(
        Type.Object({ counted_since: Type.Optional(Type.String()) }),
        await answer.json(),
      );
      if (answer.status === 200) break;
      since = `?counted_since=${counted.counted_since ?? ''}`;
    }
    const wholeMs = performance.now() - begun;
    context.log(
      `  the whole count: ${wholeMs.toFixed(0)} ms, its longest turn ${(await longestMs()).toFixed(1)} ms`,
    );
    const times: number[] = [];
    // Another period each time, of which nothing is counted.
    for (const day of ['01', '02', '03', '04', '05']) {
      const asked = performance.now();
      const answer = await fetch(`${url}/console/forms/${formId}/answers?from=2020-01-${day}`, {
        headers: cookie,
      });
      times.push(performance.now() - asked);
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
      await answer.text();
    }
    context.log(`  longest turn while five pages wait: ${(await longestMs()).toFixed(1)} ms`);
    return measured(median(times), limitMs, 'ms');
  },
};
