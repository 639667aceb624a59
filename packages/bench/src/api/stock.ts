import { randomBytes } from 'node:crypto';
import { openCommands } from '../../../../commands/deps.ts';
import { openSecretBox } from '../../../../commands/secret-box.ts';
import { createSubmission } from '../../../../commands/submission/create-submission.ts';
import { openReadStore } from '../../../../coordination/read-store.ts';
import { disablePolicy } from '../../../../dispatcher/disable-policy.ts';
import { openEventStoreLog } from '../../../../log/eventstore/eventstore-log.ts';
import { openProgress } from '../../../../projections/progress/progress.ts';
import { readModels } from '../../../../projections/registry.ts';
import type { TrioOptions } from '../embedded/servers.ts';
import type { Context } from '../harness/context.ts';
import { inLanes } from '../harness/rounds.ts';
import { answersOf } from './form.ts';
import { plans, type RunningService, startService } from './service.ts';

const inFlight = 256;
const followers = [...readModels, disablePolicy()];
const patienceMs = 3_600_000;

/**
 * Stores submissions by the command that the API runs, with its validation and its quota: what is left out is
 * HTTP alone. Ends when everything that follows the log has seen them.
 * @param answersTo the answers of the n-th submission
 */
export async function storeSubmissions(
  context: Context,
  service: Pick<RunningService, 'accountId' | 'formId' | 'eventstore' | 'mongodb'>,
  count: number,
  answersTo: (n: number) => Readonly<Record<string, unknown>> = answersOf,
): Promise<void> {
  const log = openEventStoreLog({ url: service.eventstore });
  const store = await openReadStore({ url: service.mongodb });
  const deps = openCommands({ log, plans, secrets: openSecretBox(randomBytes(32)) });
  const { accountId, formId } = service;
  const actor = { kind: 'system', id: 'bench' } as const;
  let last = 0n;
  try {
    context.log(`  storing ${count} submissions …`);
    await inLanes(count, inFlight, async (lane, turn) => {
      const answers = answersTo(turn * inFlight + lane);
      const commandContext = { accountId, actor, correlationId: 'bench', causationId: 'bench' };
      const created = await createSubmission(deps, { formId, answers, source: 'api' }, commandContext);
      if (!created.ok) throw new Error(`refused: ${JSON.stringify(created.error)}`);
      if ((created.value.position ?? 0n) > last) last = created.value.position ?? 0n;
    });
    context.log('  waiting for the read models …');
    const names = followers.map(({ name }) => name);
    if (!(await openProgress(store, followers).waitFor(names, last, patienceMs)))
      throw new Error('the read models did not catch up within an hour');
  } finally {
    await log.close();
    await store.close();
  }
}

/** A service with so many submissions, of the row that asks for it. */
export async function startWith(
  context: Context,
  count: number,
  trio: TrioOptions = {},
): Promise<RunningService> {
  const service = await startService(context, trio);
  await storeSubmissions(context, service, count);
  return service;
}

/** Enough to tell pages apart; never scaled down. */
const fewSubmissions = 1_000;

/** A service with 1,000 submissions, of the row that asks for it. */
export const startSmall = (context: Context): Promise<RunningService> => startWith(context, fewSubmissions);

/** A service with 1,000,000 submissions, made once a run. */
export const startLarge = (context: Context): Promise<RunningService> =>
  context.shared('large', (suite) => startWith(suite, suite.scaled(1_000_000)));
