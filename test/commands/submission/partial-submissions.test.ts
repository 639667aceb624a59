import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandDeps } from '../../../commands/deps.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { createForm } from '../../../commands/form/create-form.ts';
import type { SubmissionChange } from '../../../commands/submission/change-request.ts';
import { changeSubmission } from '../../../commands/submission/change-submission.ts';
import { createSubmission } from '../../../commands/submission/create-submission.ts';
import type { SubmissionRequest } from '../../../commands/submission/new-submission.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { submission } from '../../../domain/submission/decider.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { type CommandFixture, noDestinations, openFixture, succeeded } from '../command-fixture.ts';
import { pausing } from '../pausing.ts';

const test = suite('partial submissions');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const begin = async (formId: string, context: CommandContext, request: Partial<SubmissionRequest> = {}) =>
  createSubmission(
    fixture.deps,
    { formId, answers: {}, source: 'api', isPartial: true, ...request },
    context,
  );

const change = (
  submissionId: string,
  context: CommandContext,
  request: Omit<SubmissionChange, 'submissionId'>,
  deps: CommandDeps = fixture.deps,
) => changeSubmission(deps, { submissionId, ...request }, context);

const completion = { answers: { name: 'Ada' }, isComplete: true };

async function begun(plan: Parameters<CommandFixture['newAccount']>[0] = 'tiny') {
  const { accountId, context } = await fixture.newAccount(plan);
  const formId = await fixture.newForm(context, 'published');
  const { submission: made } = succeeded(await begin(formId, context));
  return { accountId, context, formId, id: made.submissionId };
}

async function typesOf(submissionId: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { event } of fixture.log.readStream(streamOf.submission(submissionId)))
    types.push(event.type);
  return types;
}

const used = async (accountId: string, kind: 'complete' | 'started') => {
  await fixture.deps.quotas.releaseSpare();
  return fixture.deps.quotas.used(accountId, new Date().toISOString(), kind);
};

const codeOf = (result: Awaited<ReturnType<typeof change>>) => (result.ok ? 'done' : result.error.code);

test('a beginning counts by itself, and the submission when it is complete', async () => {
  const { accountId, context, id } = await begun();
  assert.equal([await used(accountId, 'started'), await used(accountId, 'complete')], [1, 0]);
  succeeded(await change(id, context, { answers: { name: 'A' } }));
  const done = succeeded(await change(id, context, completion));
  assert.equal([done.submission.isComplete, done.submission.answers, done.revision], [true, ['Ada'], 2]);
  assert.equal([await used(accountId, 'started'), await used(accountId, 'complete')], [1, 1]);
  assert.equal(await typesOf(id), ['SubmissionStarted', 'SubmissionSaved', 'SubmissionCompleted']);
});

test('beginnings have a limit of their own: ten times that of submissions, where the plan names none', async () => {
  const { context, formId } = await begun();
  for (let n = 1; n < 50; n++) succeeded(await begin(formId, context));
  const refused = await begin(formId, context);
  assert.ok(!refused.ok && refused.error.code === 'quota_exceeded');
  assert.equal([refused.error.limit, refused.error.isOfStarted], [50, true]);
  const whole = { formId, answers: { name: 'Ada' }, source: 'api' } as const;
  succeeded(await createSubmission(fixture.deps, whole, context));
});

test('a full month refuses completions, and answers stay saved', async () => {
  const { context, formId, id } = await begun();
  const whole = { formId, answers: { name: 'Ada' }, source: 'api' } as const;
  for (let n = 0; n < 5; n++) succeeded(await createSubmission(fixture.deps, whole, context));
  const refused = await change(id, context, completion);
  assert.ok(!refused.ok && refused.error.code === 'quota_exceeded');
  assert.is(refused.error.isOfStarted, undefined);
  succeeded(await change(id, context, { answers: { name: 'Ada' } }));
});

test('of completions at once, in two processes, one succeeds and counts', async () => {
  const { accountId, context, id } = await begun();
  const other = fixture.another();
  const results = await Promise.all(
    [fixture.deps, other, fixture.deps, other].map((deps) => change(id, context, completion, deps)),
  );
  assert.equal(results.map(codeOf).sort(), ['done', ...Array<string>(3).fill('submission_complete')]);
  await other.quotas.releaseSpare();
  assert.is(await used(accountId, 'complete'), 1);
  assert.equal(await typesOf(id), ['SubmissionStarted', 'SubmissionCompleted']);
});

test('a repeated completion has the outcome of the first one, and counts once', async () => {
  const { accountId, context, id } = await begun();
  const request = { ...context, requestKey: 'complete it' };
  const other = fixture.another();
  const results = await Promise.all(
    [fixture.deps, other].map((deps) => change(id, request, completion, deps)),
  );
  for (const result of results) assert.ok(succeeded(result).submission.isComplete);
  const correction = { reason: null, by: 'owner' } as const;
  succeeded(await change(id, context, { answers: { name: 'Eva' }, correction }));
  const again = succeeded(await change(id, request, completion));
  assert.equal([again.submission.answers, again.revision], [['Ada'], 1]);
  await other.quotas.releaseSpare();
  assert.is(await used(accountId, 'complete'), 1);
});

test('a process that dies before it completes a submission leaves no count, and cannot complete it later', async () => {
  const { accountId, context, formId, id } = await begun();
  const slow = pausing(fixture.another(), 'submission-');
  const pending = change(id, context, completion, slow.deps);
  await slow.reached;
  const whole = { formId, answers: { name: 'Ada' }, source: 'api' } as const;
  for (let n = 0; n < 4; n++) succeeded(await createSubmission(fixture.deps, whole, context));
  // The reservation of the slow process is needed.
  succeeded(await createSubmission(fixture.deps, whole, context));
  assert.ok((await typesOf(id)).includes('SubmissionReservationLapsed'));
  slow.go();
  assert.is(codeOf(await pending), 'quota_exceeded');
  assert.is(await used(accountId, 'complete'), 5);
});

test('a completion whose process dies right after it counts once', async () => {
  const { accountId, context, formId, id } = await begun();
  const dying = fixture.another();
  const { quotas } = dying;
  const deps: CommandDeps = {
    ...dying,
    quotas: {
      ...quotas,
      reserve: async (...request) => {
        const reserved = await quotas.reserve(...request);
        return reserved.ok ? { ok: true, value: { ...reserved.value, confirm: () => undefined } } : reserved;
      },
    },
  };
  succeeded(await change(id, context, completion, deps));
  const whole = { formId, answers: { name: 'Ada' }, source: 'api' } as const;
  for (let n = 0; n < 4; n++) succeeded(await createSubmission(fixture.deps, whole, context));
  const refused = await createSubmission(fixture.deps, whole, context);
  assert.is(refused.ok ? 'done' : refused.error.code, 'quota_exceeded');
  assert.is(await used(accountId, 'complete'), 5);
});

test('a repeated beginning has the first answers, also after the submission is complete', async () => {
  const { context, formId } = await begun();
  const request = { answers: {}, idempotencyKey: 'once' };
  const first = succeeded(await begin(formId, context, request));
  succeeded(await change(first.submission.submissionId, context, completion));
  const again = succeeded(await begin(formId, context, request));
  assert.equal([again.submission, again.replayed], [first.submission, true]);
  const other = await begin(formId, context, { ...request, isPartial: false });
  assert.is(other.ok ? 'done' : other.error.code, 'idempotency_mismatch');
});

test('a change at another revision than the one that was read is refused', async () => {
  const { context, id } = await begun();
  succeeded(await change(id, context, { answers: { name: 'A' }, onlyAt: [0] }));
  assert.is(codeOf(await change(id, context, { ...completion, onlyAt: [0] })), 'revision_mismatch');
  assert.is(codeOf(await change(id, context, { ...completion, onlyAt: [1] })), 'done');
});

test('saves at once are all kept', async () => {
  const { context, formId } = await begun();
  const fields = ['a', 'b', 'c', 'd'].map((key) => ({ key, label: key, kind: 'short_text' }) as const);
  succeeded(
    await changeForm({ ...fixture.deps, ...noDestinations }, { formId, changes: { fields } }, context),
  );
  const { submission: made } = succeeded(await begin(formId, context));
  const other = fixture.another();
  const saves = fields.map(({ key }, index) =>
    change(made.submissionId, context, { answers: { [key]: key } }, index % 2 === 0 ? fixture.deps : other),
  );
  for (const saved of await Promise.all(saves)) succeeded(saved);
  const { state } = await fixture.deps.aggregates.load(submission, streamOf.submission(made.submissionId));
  assert.equal(state.exists && state.present.answers, ['a', 'b', 'c', 'd']);
});

test('a form that was closed meanwhile takes completions for as long as it says', async () => {
  const { context, formId, id } = await begun();
  const { submission: another } = succeeded(await begin(formId, context));
  const set = async (changes: Parameters<typeof changeForm>[1]['changes']) =>
    succeeded(await changeForm({ ...fixture.deps, ...noDestinations }, { formId, changes }, context));
  await set({ status: 'closed' });
  assert.is(codeOf(await change(id, context, completion, fixture.another())), 'form_not_published');
  await set({ responses: { saving: { completableHoursAfterClose: 1 } } });
  const { accountId } = context;
  assert.is(codeOf(await change(id, context, completion, fixture.another())), 'done');
  fixture.clock.aheadMs = 3_600_000;
  const late = await change(another.submissionId, context, completion, fixture.another());
  fixture.clock.aheadMs = 0;
  assert.is(codeOf(late), 'form_not_published');
  assert.is(await used(accountId, 'complete'), 1);
});

test('answers are carried to a form that changed: a new question is asked for, a removed one keeps its answer', async () => {
  const { context, formId, id } = await begun();
  const name = { key: 'name', label: 'Name', kind: 'short_text', required: true } as const;
  const age = { key: 'age', label: 'Age', kind: 'number' } as const;
  const set = async (fields: Parameters<typeof changeForm>[1]['changes']['fields']) =>
    succeeded(
      await changeForm(
        { ...fixture.deps, ...noDestinations },
        { formId, changes: fields ? { fields } : {} },
        context,
      ),
    );
  succeeded(await change(id, context, { answers: { name: 'Ada' } }));
  await set([age, { key: 'mail', label: 'Mail', kind: 'email', required: true }]);
  const present = fixture.another();
  const refused = await change(id, context, { isComplete: true }, present);
  assert.ok(!refused.ok && refused.error.code === 'invalid_request');
  assert.equal(
    refused.error.problems.map(({ field, code }) => [field, code]),
    [['mail', 'required']],
  );
  // Until then it belongs to the revision that it was begun with.
  assert.is(
    codeOf(await change(id, context, { answers: { mail: 'a@b.example' } }, present)),
    'invalid_request',
  );
  const done = succeeded(
    await change(id, context, { answers: { mail: 'a@b.example' }, isComplete: true }, present),
  );
  assert.equal(done.submission.answers, [null, 'a@b.example']);
  assert.equal(
    done.submission.removed?.map(({ key, value }) => [key, value]),
    [['name', 'Ada']],
  );
  const correction = { reason: 'asked to', by: 'owner' } as const;
  const kept = await change(id, context, { answers: { name: 'Eva' }, correction });
  assert.is(codeOf(kept), 'invalid_request');
  const cleared = succeeded(await change(id, context, { answers: { name: null, age: 7 }, correction }));
  assert.equal([cleared.submission.answers, cleared.submission.removed], [[7, 'a@b.example'], undefined]);
  assert.ok(name);
});

test('an answer that no longer fits its question is named when the submission is completed', async () => {
  const { context, formId, id } = await begun();
  succeeded(await change(id, context, { answers: { name: 'Ada' } }));
  const fields = [{ key: 'name', label: 'Name', kind: 'number', required: true }] as const;
  succeeded(
    await changeForm({ ...fixture.deps, ...noDestinations }, { formId, changes: { fields } }, context),
  );
  const refused = await change(id, context, { isComplete: true }, fixture.another());
  assert.ok(!refused.ok && refused.error.code === 'invalid_request');
  assert.equal(
    refused.error.problems.map(({ field, code }) => [field, code]),
    [['name', 'invalid_type']],
  );
});

test('people correct their submissions only where the form lets them', async () => {
  const { context, formId, id } = await begun();
  succeeded(await change(id, context, completion));
  const correct = (deps = fixture.deps) =>
    change(id, context, { answers: { name: 'Eva' }, correction: { reason: null, by: 'respondent' } }, deps);
  assert.is(codeOf(await correct()), 'corrections_closed');
  const changes = { responses: { corrections: { byRespondent: true } } };
  succeeded(await changeForm({ ...fixture.deps, ...noDestinations }, { formId, changes }, context));
  assert.equal(succeeded(await correct(fixture.another())).submission.answers, ['Eva']);
});

test('the save is refused after which no completion would fit into an event', async () => {
  const { context } = await fixture.newAccount();
  const fields = Array.from({ length: 14 }, (_, n) => ({
    key: `t${n}`,
    label: `Text ${n}`,
    kind: 'long_text' as const,
  }));
  const made = await createForm(fixture.deps, { title: 'Long', fields, status: 'published' }, context);
  const { submission: first } = succeeded(await begin(succeeded(made).form.formId, context));
  const id = first.submissionId;
  const text = 'x'.repeat(90_000);
  const saves: string[] = [];
  for (const { key } of fields) saves.push(codeOf(await change(id, context, { answers: { [key]: text } })));
  const fitting = saves.indexOf('answers_too_large');
  assert.ok(fitting >= 10, saves.join());
  assert.equal(
    saves.slice(fitting),
    fields.slice(fitting).map(() => 'answers_too_large'),
  );
  const types = await typesOf(id);
  assert.is(types.filter((type) => type === 'SubmissionSaved').length, fitting);
  const changed = await change(id, context, { answers: { t0: 'short', t12: 'short, too' } });
  assert.is(codeOf(changed), 'done', 'answers can be made shorter');
  const whole = await change(id, context, { answers: { t0: text, t12: null }, isComplete: true });
  assert.is(codeOf(whole), 'done', 'all that was saved can be completed');
});

test.run();
