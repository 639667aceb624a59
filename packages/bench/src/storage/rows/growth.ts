import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../harness/context.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { startCheckout } from '../../hooks/checkout.ts';
import { postWide } from '../../wide/posting.ts';
import { formOf } from '../../wide/wide-form.ts';

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
  /** Posts, and stops the service, which has then written everything to its data files. */
  const postAll = async (count: number, first: number) => {
    const url = checkout.url();
    const posted = await postWide({ url, sender, questions, count, connections, first });
    await checkout.stop();
    await checkout.start();
    return {
      posted,
      eventstore: await sizeIn(checkout, 'eventstore'),
      mongodb: await sizeIn(checkout, 'mongodb'),
    };
  };
  const count = context.scaled(posts);
  const warmUp = Math.ceil(count / 4);
  const before = await postAll(warmUp, 0);
  const after = await postAll(count, warmUp);
  return {
    posted: after.posted / count,
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
