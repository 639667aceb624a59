import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openCommands } from '../../../commands/deps.ts';
import { createSubmission } from '../../../commands/submission/create-submission.ts';
import { account } from '../../../domain/account/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { monthOf } from '../../../domain/time.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { eventually } from '../../support/eventually.ts';
import { type CommandFixture, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('the first submission of an account in a process');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

/** A process that has nothing in memory, and whose reads of streams end when the test lets them. */
function openColdProcess() {
  const { log, deps } = fixture;
  const asked: string[] = [];
  const world = { isHeld: false, release: (): void => undefined };
  const released = new Promise<void>((resolve) => (world.release = resolve));
  const reading = async (stream: string): Promise<void> => {
    asked.push(stream);
    if (world.isHeld) await released;
  };
  const held: typeof log = {
    ...log,
    async *readStream(stream, from) {
      await reading(stream);
      yield* log.readStream(stream, from);
    },
    async readPage(stream, request) {
      await reading(stream);
      return log.readPage(stream, request);
    },
  };
  const { plans, secrets } = deps;
  return Object.assign(world, { asked, deps: openCommands({ log: held, plans, secrets }) });
}

async function newAccount() {
  const { context } = await fixture.newAccount('busy');
  return { context, formId: await fixture.newForm(context, 'published') };
}

async function readsSideBySide(context: CommandContext, formId: string): Promise<void> {
  const { accountId } = context;
  const request = { formId, answers: { name: 'Ada' }, source: 'api' } as const;
  const cold = openColdProcess();
  // The authentication of a request has read the account.
  await cold.deps.aggregates.load(account, streamOf.account(accountId));
  cold.isHeld = true;
  const created = createSubmission(cold.deps, request, context);
  const both = [streamOf.form(formId), streamOf.quota(accountId, monthOf(new Date().toISOString()))];
  await eventually('both are being read', () => both.every((stream) => cold.asked.includes(stream)));
  cold.release();
  succeeded(await created);
  assert.equal(cold.asked.toSorted(), [streamOf.account(accountId), ...both].toSorted());

  cold.asked.length = 0;
  succeeded(await createSubmission(cold.deps, request, context));
  assert.equal(cold.asked, [], 'the account is warm');
}

test('the form and the month are read side by side, and each stream once', async () => {
  const { context, formId } = await newAccount();
  const request = { formId, answers: { name: 'Ada' }, source: 'api' } as const;
  succeeded(await createSubmission(fixture.another(), request, context));
  await readsSideBySide(context, formId);
});

test('the same holds for the first submission of a month, which has no stream yet', async () => {
  const { context, formId } = await newAccount();
  await readsSideBySide(context, formId);
});

test.run();
