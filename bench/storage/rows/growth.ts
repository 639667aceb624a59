import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { Context } from '../../harness/context.ts';
import { inLanes } from '../../harness/rounds.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { startCheckout } from '../../hooks/checkout.ts';
import { answersTo, formOf } from '../wide-form.ts';

const posts = 10_000;
const connections = 64;

interface Growth {
  readonly store: 'eventstore' | 'mongodb';
  readonly questions: number;
  readonly bound: number;
}

/** The growth of a store's data file with each submission, against the bytes that were posted. */
export const growth = (name: string, { store, questions, bound }: Growth): Row => ({
  name,
  target: atMost(bound),
  async run(context) {
    const grown = await context.shared(`growth ${questions}`, (shared) => grow(shared, questions));
    return measured(grown[store], grown.posted, 'bytes');
  },
});

/** Posts submissions to an account without a destination. @returns bytes for each submission */
async function grow(context: Context, questions: number) {
  const checkout = await startCheckout(context);
  const [sender] = await checkout.open(1, null, formOf(questions));
  if (!sender) throw new Error('no account was opened');
  let posted = 0;
  const post = async (pool: Pool, n: number): Promise<void> => {
    const body = JSON.stringify({ form_id: sender.formId, answers: answersTo(questions, n) });
    const response = await pool.request({
      ...{ method: 'POST', path: '/api/public/v1/submissions', body },
      headers: { authorization: `Bearer ${sender.key}`, 'content-type': 'application/json' },
    });
    const answer = await response.body.text();
    if (response.statusCode !== 201) throw new Error(`answered ${response.statusCode}: ${answer}`);
    posted += body.length;
  };
  /** Posts, and stops the service, which has then written everything to its data files. */
  const postAll = async (count: number, first: number) => {
    const pool = new Pool(checkout.url(), { connections });
    let n = first;
    await inLanes(count, connections, () => post(pool, n++));
    await pool.destroy();
    await checkout.restart();
    return { eventstore: await sizeIn(checkout, 'eventstore'), mongodb: await sizeIn(checkout, 'mongodb') };
  };
  const count = context.scaled(posts);
  const warmUp = Math.ceil(count / 4);
  const before = await postAll(warmUp, 0);
  posted = 0;
  const after = await postAll(count, warmUp);
  return {
    posted: posted / count,
    eventstore: (after.eventstore - before.eventstore) / count,
    mongodb: (after.mongodb - before.mongodb) / count,
  };
}

/** The size of the data files of a store. */
async function sizeIn({ dataDir }: { dataDir(): string }, store: string): Promise<number> {
  const dir = join(dataDir(), store);
  const names = (await readdir(dir)).filter((name) => name.endsWith('.mdb'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
