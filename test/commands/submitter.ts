import { randomBytes } from 'node:crypto';
import { Value } from 'typebox/value';
import { type CommandDeps, openCommands } from '../../commands/deps.ts';
import { changeForm } from '../../commands/form/change-form.ts';
import { openSecretBox } from '../../commands/secret-box.ts';
import { createSubmission } from '../../commands/submission/create-submission.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import { contextOf, noDestinations, plans } from './command-fixture.ts';
import { beforeWrites } from './pausing.ts';
import { Work } from './submitter-messages.ts';

// A process that runs commands for its parent, and stops itself with SIGSTOP right before a write if it is told to.

const [url = ''] = process.argv.slice(2);
const log = openEventStoreLog({ url });
const deps = openCommands({ log, plans, secrets: openSecretBox(randomBytes(32)) });

const report = (id: number, outcome: string): Promise<void> =>
  new Promise((resolve) => process.send?.({ id, outcome, now: Date.now() }, () => resolve()));

/** The commands' world, in which the process stops before the first write to a submission or form. */
function stopping(id: number): CommandDeps {
  let hasStopped = false;
  const aggregates = beforeWrites(deps.aggregates, async (stream) => {
    if (hasStopped || !/^(submission|form)-/.test(stream)) return;
    hasStopped = true;
    await report(id, 'stopping');
    process.kill(process.pid, 'SIGSTOP');
  });
  return { ...deps, aggregates };
}

process.on('message', (message) => {
  const { id, kind, accountId, formId, idempotencyKey, stops } = Value.Parse(Work, message);
  const world = stops ? stopping(id) : deps;
  const context = contextOf(accountId);
  const answers = { name: 'Ada' };
  const request = { formId, answers, source: 'api', ...(idempotencyKey && { idempotencyKey }) } as const;
  const done =
    kind === 'submit'
      ? createSubmission(world, request, context)
      : changeForm({ ...world, ...noDestinations }, { formId, changes: { status: 'published' } }, context);
  void done.then(
    (result) => report(id, result.ok ? 'ok' : result.error.code),
    (error: unknown) => report(id, error instanceof Error ? error.name : String(error)),
  );
});
void report(0, 'ok');
