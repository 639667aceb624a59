import { randomBytes } from 'node:crypto';
import { openCommands } from '../../../../../commands/deps.ts';
import { openSecretBox } from '../../../../../commands/secret-box.ts';
import { createSubmission } from '../../../../../commands/submission/create-submission.ts';
import { type EventLog } from '../../../../../log/event-log.ts';
import { openEventStoreLog } from '../../../../../log/eventstore/eventstore-log.ts';
import { newId } from '../../../../../log/ids.ts';
import { ConcurrencyConflict, LogUnavailable } from '../../../../../log/log-errors.ts';
import { startEmbedded } from '../../embedded/servers.ts';
import type { Context } from '../../harness/context.ts';
import { quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { openHotAccount } from '../hot-account.ts';
import { paced } from '../paced.ts';
import { plans } from '../service.ts';

const perSecond = 10;
const defaultSeconds = 6;

interface RequestCounts {
  readonly asked: number;
  /** Answered with 503 `unavailable`, for example because other writers were first again and again. */
  readonly unavailable: number;
}

/** So many writers submit to one form, each at its own pace. Each remembers for itself what it has read of the log. */
async function submitAll(
  context: Context,
  log: EventLog,
  writers: number,
  isKeyed: boolean,
): Promise<RequestCounts> {
  const open = () => openCommands({ log, plans, secrets: openSecretBox(randomBytes(32)) });
  const account = await openHotAccount(open());
  const asked = context.scaled(defaultSeconds * perSecond);
  let unavailable = 0;
  const begun = performance.now();
  const timings = await Promise.all(
    Array.from({ length: writers }, () => {
      const deps = open();
      return paced(asked, perSecond, async () => {
        const request = { formId: account.formId, answers: { name: 'Ada' }, source: 'api' } as const;
        const keyed = isKeyed ? { ...request, idempotencyKey: newId() } : request;
        const done = await createSubmission(deps, keyed, account.context).catch(unless503);
        if (done === null) unavailable += 1;
        else if (!done.ok) throw new Error(done.error.code);
      });
    }),
  );
  const outcome = { asked: asked * writers, unavailable };
  const rate = (outcome.asked - unavailable) / ((performance.now() - begun) / 1_000);
  const p99 = quantile(timings.flat(), 0.99);
  context.log(
    `  ${writers} writers ${isKeyed ? 'with keys' : 'without keys'}: ${Math.round(rate)}/s, ` +
      `${((100 * unavailable) / outcome.asked).toFixed(1)} % 503, p99 ${Math.round(p99)} ms`,
  );
  return outcome;
}

function unless503(error: unknown): null {
  if (error instanceof ConcurrencyConflict || error instanceof LogUnavailable) return null;
  throw error;
}

/**
 * Many processes submit to one account whose plan has a limit, at 10 requests a second each: how many of 50 writers'
 * requests with an `Idempotency-Key` are answered with 503. The writers are command handlers of this process; they share
 * a connection, and nothing else. It also reports the same without keys, and with 20 and 100 writers.
 */
export const hotAccount: Row = {
  name: 'hot-account',
  target: atMost(0.01),
  async run(context) {
    const log = openEventStoreLog({ url: await startEmbedded(context, 'eventstore') });
    context.onRelease(() => log.close());
    let result: RequestCounts = { asked: 1, unavailable: 0 };
    for (const writers of [20, 50, 100])
      for (const isKeyed of [false, true]) {
        const outcome = await submitAll(context, log, writers, isKeyed);
        if (writers === 50 && isKeyed) result = outcome;
      }
    return measured(result.unavailable, result.asked, 'requests');
  },
};
