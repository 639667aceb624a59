import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openCommands } from '../../../commands/deps.ts';
import { createSubmission } from '../../../commands/submission/create-submission.ts';
import { maxSpare } from '../../../domain/quota/block-size.ts';
import { quota } from '../../../domain/quota/decider.ts';
import type { QuotaEvent } from '../../../domain/quota/events.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { monthOf } from '../../../domain/time.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { noStream } from '../../../log/event-log.ts';
import { type CommandFixture, contextOf, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('a month with many submissions');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const at = new Date().toISOString();

/** Reservations of one submission each, as releases before summaries wrote them. */
async function seed(accountId: string, formId: string, count: number): Promise<string> {
  const stream = streamOf.quota(accountId, monthOf(at));
  const { correlationId, causationId, actor } = contextOf(accountId);
  const metadata = { accountId, actor, correlationId, causationId };
  for (let from = 0; from < count; from += 500) {
    const events = Array.from({ length: Math.min(500, count - from) }, (_, index): QuotaEvent => {
      const data = { submissionIds: [`${accountId}-${from + index}`], formId, at };
      return { type: 'SubmissionQuotaReserved', data };
    });
    await fixture.log.append(
      stream,
      from === 0 ? noStream : from - 1,
      events.map((event) => ({ id: randomUUID(), event, metadata })),
    );
  }
  return stream;
}

/** A process that counts the events of one stream that it reads. */
function counting(stream: string) {
  const read = { events: 0 };
  const { log } = fixture;
  const counted: typeof log = {
    ...log,
    async *readStream(name, from) {
      for await (const event of log.readStream(name, from)) {
        if (name === stream) read.events += 1;
        yield event;
      }
    },
    async readPage(name, request) {
      const page = await log.readPage(name, request);
      if (name === stream) read.events += page.events.length;
      return page;
    },
  };
  const { plans, secrets } = fixture.deps;
  return { read, deps: openCommands({ log: counted, plans, secrets }) };
}

test('the first submission after a start reads few events of the month, and counts all of them', async () => {
  const { accountId, context } = await fixture.newAccount('busy');
  const formId = await fixture.newForm(context, 'published');
  const stream = await seed(accountId, formId, 1_500);
  const request = { formId, answers: { name: 'Ada' }, source: 'api' } as const;

  const first = counting(stream);
  succeeded(await createSubmission(first.deps, request, context));
  assert.ok(first.read.events >= 1_500, 'a stream without a recorded state is read as a whole, once');

  const afterwards = counting(stream);
  succeeded(await createSubmission(afterwards.deps, request, context));
  assert.ok(afterwards.read.events <= 200, `${afterwards.read.events} events`);
  for (const { deps } of [first, afterwards]) await deps.quotas.releaseSpare();
  const { state } = await openAggregates(fixture.log).load(quota, stream);
  assert.is(state.used, 1_502);
});

test('folding from the recorded state gives the same state as folding from the beginning', async () => {
  const { accountId, context } = await fixture.newAccount('busy');
  const stream = streamOf.quota(accountId, monthOf(at));
  for (let count = 0; count < 130; count++)
    succeeded(await fixture.another().quotas.reserve({ submissionId: `s${count}`, at }, context));
  const { append, readStream } = fixture.log;
  const whole = await openAggregates({ append, readStream }).load(quota, stream);
  const recent = await openAggregates(fixture.log).load(quota, stream);
  assert.equal(recent, whole);
  assert.is(recent.state.used, 130 * (1 + maxSpare));
});

test.run();
