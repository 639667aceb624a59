import { randomBytes } from 'node:crypto';
import { openCommands } from '../../../../../commands/deps.ts';
import { openSecretBox } from '../../../../../commands/secret-box.ts';
import { createSubmission } from '../../../../../commands/submission/create-submission.ts';
import { openEventStoreLog } from '../../../../../log/eventstore/eventstore-log.ts';
import { startEmbedded } from '../../embedded/servers.ts';
import type { Context } from '../../harness/context.ts';
import { inLanes } from '../../harness/rounds.ts';
import { median } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { type HotAccount, openHotAccount } from '../hot-account.ts';
import { plans } from '../service.ts';

const manySubmissions = 300_000;
const inFlight = 256;
/** So many that each stream gets a new summary on the way: a start reads the events since the last one. */
const starts = 100;

const openWriter = (url: string) => {
  const log = openEventStoreLog({ url });
  return { log, deps: openCommands({ log, plans, secrets: openSecretBox(randomBytes(32)) }) };
};

type Writer = ReturnType<typeof openWriter>;

async function submit({ deps }: Writer, { formId, context }: HotAccount): Promise<void> {
  const created = await createSubmission(deps, { formId, answers: { name: 'Ada' }, source: 'api' }, context);
  if (!created.ok) throw new Error(created.error.code);
}

/** An account that has had so many submissions this month. */
async function accountWith(context: Context, url: string, count: number): Promise<HotAccount> {
  const writer = openWriter(url);
  try {
    const account = await openHotAccount(writer.deps);
    context.log(`  storing ${count} submissions …`);
    await inLanes(count, inFlight, () => submit(writer, account));
    return account;
  } finally {
    await writer.log.close();
  }
}

/** What the first submission to an account takes that a process takes in, once it has a connection. */
async function firstSubmission(url: string, account: HotAccount): Promise<number> {
  const writer = openWriter(url);
  try {
    await writer.log.ping();
    const begun = performance.now();
    await submit(writer, account);
    return performance.now() - begun;
  } finally {
    await writer.log.close();
  }
}

/**
 * The first submission that a process takes in after its start, where the month holds 300,000 submissions that count
 * against a limit, compared with a month that holds a tenth of them. The median of 100 starts of each, in turns.
 */
export const firstPost: Row = {
  name: 'first-post',
  target: atMost(1.5),
  async run(context) {
    const url = await startEmbedded(context, 'eventstore');
    const few = await accountWith(context, url, context.scaled(manySubmissions / 10));
    const many = await accountWith(context, url, context.scaled(manySubmissions));
    const [times, usual]: [number[], number[]] = [[], []];
    for (let start = 0; start < starts; start++) {
      times.push(await firstSubmission(url, many));
      usual.push(await firstSubmission(url, few));
    }
    return measured(median(times), median(usual), 'ms');
  },
};
