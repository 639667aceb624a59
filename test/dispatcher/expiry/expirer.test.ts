import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { expireSubmission } from '../../../commands/submission/expire-submission.ts';
import { type ExpirerDeps, runExpirer } from '../../../dispatcher/expiry/expirer.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { collectionsOf } from '../../../projections/collections.ts';
import { dueSubmissionQueries } from '../../../projections/read-models/submissions/due-submissions.ts';
import { beforeWrites } from '../../commands/pausing.ts';
import { type Call, openMemoryLeases } from '../../simulation/memory/memory-leases.ts';
import { eventually } from '../../support/eventually.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('expiry of submissions');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());
test.after.each(() => {
  service.clock.aheadMs = 0;
});

const dayMs = 86_400_000;
const call: Call = async (effect) => effect();

/** Runs an expirer beside the service. */
function startExpirer(changes: Partial<ExpirerDeps> = {}) {
  const over = new AbortController();
  const { aggregates, now } = service.deps;
  let reads = 0;
  const queue = dueSubmissionQueries(collectionsOf(service.store));
  const running = runExpirer(
    {
      aggregates,
      now,
      aliases: { current: (model) => model },
      progress: service.progress,
      leases: openMemoryLeases(1_000, Date.now, () => undefined).leasesFor(call),
      logger: pino({ level: 'silent' }),
      queue: { due: (at, limit) => ((reads += 1), queue.due(at, limit)) },
      idleMs: 10,
      ...changes,
    },
    over.signal,
  );
  return {
    reads: () => reads,
    async stop() {
      over.abort();
      await running;
    },
  };
}

async function begun(answers: object = {}) {
  const { accountId, api } = await service.newAccount();
  const fields = [nameField, { key: 'age', label: 'Age', kind: 'number' }];
  const formId = await service.newForm(accountId, fields);
  const begin = async () => {
    const made = await api('POST', '/submissions', {
      body: { form_id: formId, answers, is_complete: false },
    });
    assert.is(made.status, 201, made.text);
    return String(made.at('id'));
  };
  return { accountId, api, formId, begin };
}

async function eventsOf(stream: string): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  for await (const { event } of service.log.readStream(stream)) events.push(event);
  return events;
}

const typesOf = async (id: string) => (await eventsOf(streamOf.submission(id))).map(({ type }) => type);

const erasedIn = async (accountId: string) =>
  (await eventsOf(streamOf.audit(accountId))).flatMap(({ type, data }) =>
    type === 'SubmissionErased' ? [data] : [],
  );

test('what was not completed in time is erased, and nothing else', async () => {
  const { accountId, api, formId, begin } = await begun({ age: 36 });
  const [late, saved, complete] = [await begin(), await begin(), await begin()];
  service.clock.aheadMs = 20 * dayMs;
  await api('PATCH', `/submissions/${saved}`, { body: { answers: { name: 'Ada' } } });
  await api('PATCH', `/submissions/${complete}`, { body: { answers: { name: 'Ada' }, is_complete: true } });
  await service.settled();
  service.clock.aheadMs = 31 * dayMs;
  const expirer = startExpirer();
  await eventually('it is erased', async () => (await erasedIn(accountId)).length > 0);
  const seen = expirer.reads();
  await eventually('it reads again', () => expirer.reads() > seen + 2);
  await expirer.stop();
  const [erased, ...others] = await erasedIn(accountId);
  assert.equal([erased?.submissionId, erased?.formId, others], [late, formId, []]);
  const { form } = { form: await api('GET', `/forms/${formId}`) };
  assert.equal(erased?.expired, { lastFieldId: form.at('fields.1.id') });
  assert.equal(await typesOf(late), ['SubmissionStarted', 'SubmissionExpired']);
  assert.equal(await typesOf(saved), ['SubmissionStarted', 'SubmissionSaved']);
  assert.equal(await typesOf(complete), ['SubmissionStarted', 'SubmissionCompleted']);
  await service.settled();
  const counts = await service.admin('GET', `/forms/${formId}/completion`);
  assert.equal(['begun', 'completed', 'open', 'expired'].map(counts.at), [3, 1, 1, 1]);
  assert.equal([counts.at('stopped_after.1.key'), counts.at('stopped_after.1.expired')], ['age', 1]);
  const after = await api('PATCH', `/submissions/${late}`, {
    body: { answers: { name: 'Ada' }, is_complete: true },
  });
  assert.is(after.status, 404, after.text);
});

test('a process that dies at any point is continued', async () => {
  const { accountId, begin } = await begun();
  const id = await begin();
  await service.settled();
  service.clock.aheadMs = 31 * dayMs;
  const { aggregates, now } = service.deps;
  const context = {
    accountId,
    actor: { kind: 'system', id: 'test' },
    correlationId: id,
    causationId: id,
  } as const;
  const dying = beforeWrites(aggregates, async (stream) => {
    if (stream.startsWith('audit-')) throw new Error('killed');
  });
  const killed = await expireSubmission({ aggregates: dying, now }, id, context).catch(String);
  assert.match(String(killed), 'killed');
  assert.equal(
    [await typesOf(id), await erasedIn(accountId)],
    [['SubmissionStarted', 'SubmissionExpired'], []],
  );
  const expirer = startExpirer();
  await eventually('it is erased', async () => (await erasedIn(accountId)).length > 0);
  await expirer.stop();
  assert.is(await expireSubmission(service.deps, id, context), null, 'again, nothing happens');
  assert.is((await erasedIn(accountId)).length, 1);
});

test('of a completion and an expiry at once, one takes place', async () => {
  const { accountId, api, begin } = await begun();
  const ids = await Promise.all(Array.from({ length: 6 }, begin));
  await service.settled();
  service.clock.aheadMs = 31 * dayMs;
  const expirer = startExpirer();
  const completed = await Promise.all(
    ids.map(async (id) => {
      const body = { answers: { name: 'Ada' }, is_complete: true };
      return (await api('PATCH', `/submissions/${id}`, { body })).status === 200;
    }),
  );
  await eventually('the others are erased', async () => {
    const erased = new Set((await erasedIn(accountId)).map(({ submissionId }) => submissionId));
    return ids.every((id, index) => erased.has(id) !== completed[index]);
  });
  await expirer.stop();
  for (const [index, id] of ids.entries())
    assert.is((await typesOf(id)).includes('SubmissionCompleted'), completed[index], id);
});

test('at rest it waits between its reads', async () => {
  const expirer = startExpirer({ idleMs: 60_000 });
  await eventually('it has read', () => expirer.reads() > 0);
  await expirer.stop();
  assert.is(expirer.reads(), 1);
});

test.run();
