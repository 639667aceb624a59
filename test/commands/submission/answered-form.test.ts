import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandDeps } from '../../../commands/deps.ts';
import { changeForm, type FormChanges } from '../../../commands/form/change-form.ts';
import { createForm } from '../../../commands/form/create-form.ts';
import { createSubmission } from '../../../commands/submission/create-submission.ts';
import type { SubmissionRequest } from '../../../commands/submission/new-submission.ts';
import type { FieldInput } from '../../../domain/form/field.ts';
import type { Result } from '../../../domain/result.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { type CommandFixture, noDestinations, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('submissions to the shown revision of a form');
let fixture: CommandFixture;
test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const wanted: FieldInput = { key: 'ok', label: 'I want the newsletter', kind: 'yes_no', required: true };
const unwanted: FieldInput = { ...wanted, label: 'I do NOT want the newsletter' };
const note: FieldInput = { key: 'note', label: 'A note', kind: 'short_text' };

/** The refusal of a request that has to be refused. */
function refusalOf<R>(result: Result<unknown, R>): R {
  if (result.ok) throw new Error('was not refused');
  return result.error;
}

/** A published form at revision 1 and version 1, which is then changed. */
async function changedForm(...all: FormChanges[]) {
  const { context } = await fixture.newAccount('big');
  const request = { title: 'A form', fields: [wanted, note], status: 'published' } as const;
  const { formId } = succeeded(await createForm(fixture.deps, request, context)).form;
  for (const changes of all)
    succeeded(await changeForm({ ...fixture.deps, ...noDestinations }, { formId, changes }, context));
  return { formId, context };
}

const submit = (
  { formId, context }: { formId: string; context: CommandContext },
  request: Partial<SubmissionRequest> = {},
  deps: CommandDeps = fixture.deps,
) => createSubmission(deps, { formId, answers: { ok: true, note: 'x' }, source: 'api', ...request }, context);

test('answers that still mean the same belong to the revision that was shown', async () => {
  const more: FieldInput = { key: 'more', label: 'Anything else?', kind: 'long_text' };
  const form = await changedForm({ fields: [more, note, wanted] }, { title: 'Renamed' });
  for (const answered of [{ revision: 1 }, { version: 1 }]) {
    const { submission, form: shown } = succeeded(await submit(form, { answered }));
    assert.equal(submission.form, { id: form.formId, revision: 1 });
    assert.equal(submission.answers, [true, 'x'], 'in the order that was shown');
    assert.equal([shown.title, shown.version], ['A form', 1]);
  }
  const present = succeeded(await submit(form)).submission;
  assert.equal(present.form, { id: form.formId, revision: 3 });
  assert.equal(present.answers, [null, 'x', true]);
});

test('answers to a question whose meaning has changed are refused, with both versions', async () => {
  const form = await changedForm({ fields: [unwanted, note] });
  for (const answered of [{ revision: 1 }, { version: 1 }]) {
    const refusal = refusalOf(await submit(form, { answered }));
    if (refusal.code !== 'form_changed') throw new Error(refusal.code);
    assert.equal([refusal.answered, refusal.current], [1, 2]);
    assert.is(refusal.now.revision, 2);
    assert.equal(
      refusal.changes.map(({ aspect }) => aspect),
      ['question'],
    );
  }
  assert.ok((await submit(form, { answered: { version: 2 } })).ok);
});

test('answers are compared with the present form in their normalised form', async () => {
  const mail: FieldInput = { key: 'mail', label: 'E-mail', kind: 'email' };
  const drink: FieldInput = {
    key: 'drink',
    label: 'Drink',
    kind: 'single_choice',
    options: [
      { value: 'caf\u00e9', label: 'Coffee' },
      { value: 'tea', label: 'Tea' },
    ],
  };
  const ours: FieldInput = { ...mail, validation: { pattern: '.*@ours[.]org' } };
  const tea: FieldInput = { ...drink, options: [{ value: 'tea', label: 'Tea' }] };
  const form = await changedForm({ fields: [mail, drink, note] }, { fields: [ours, tea, note] });
  const codeOf = async (answers: SubmissionRequest['answers']) => {
    const result = await submit(form, { answered: { version: 2 }, answers });
    return result.ok || result.error.code;
  };
  assert.is(await codeOf({ mail: ' ada@theirs.org ' }), 'form_changed');
  assert.is(await codeOf({ mail: ' ada@ours.org ' }), true);
  assert.is(await codeOf({ drink: 'cafe\u0301' }), 'form_changed', 'the option is gone');
  assert.is(await codeOf({ drink: 'tea' }), true);
});

test('answers are checked against the revision that was shown', async () => {
  const form = await changedForm({ fields: [{ ...note, key: 'other' }, wanted] });
  const codeOf = async (request: Partial<SubmissionRequest>) => {
    const result = await submit(form, request);
    return result.ok || result.error.code;
  };
  assert.is(await codeOf({ answered: { version: 1 }, answers: { ok: true } }), true);
  assert.is(await codeOf({ answered: { version: 1 }, answers: { ok: 'x' } }), 'invalid_request');
  assert.is(await codeOf({ answered: { version: 1 }, answers: { ok: true, other: 'x' } }), 'invalid_request');
  assert.is(await codeOf({ answered: { version: 1 } }), 'form_changed', 'the note is gone');
  const unreadable = [
    { field: 'note', path: '/answers/note', code: 'invalid_format', message: '?' },
  ] as const;
  const unread = { answered: { version: 1 }, answers: { ok: true }, unreadable };
  assert.is(await codeOf(unread), 'form_changed', 'the note is gone, which could not be read');
});

test('a revision or version that never existed is refused', async () => {
  const form = await changedForm();
  for (const answered of [{ revision: 2 }, { version: 2 }]) {
    const refusal = refusalOf(await submit(form, { answered }));
    if (refusal.code !== 'invalid_request') throw new Error(refusal.code);
    assert.is(refusal.problems[0]?.path, '/form_version');
  }
});

test('a process that has not seen the newest revision yet accepts answers to it', async () => {
  const form = await changedForm();
  const late = fixture.another();
  // This process does not follow the feed: it keeps what it has read for a second.
  succeeded(await submit(form, { answered: { revision: 1 } }, late));
  const fields = [unwanted, note];
  succeeded(
    await changeForm(
      { ...fixture.deps, ...noDestinations },
      { formId: form.formId, changes: { fields } },
      form.context,
    ),
  );
  const { submission } = succeeded(await submit(form, { answered: { revision: 2 } }, late));
  assert.is(succeeded(await submit(form, { answered: { version: 2 } }, late)).form.version, 2);
  assert.equal(submission.form, { id: form.formId, revision: 2 });
});

test('a request can be repeated after the form has changed or was closed', async () => {
  const form = await changedForm();
  const request = { answered: { version: 1 }, idempotencyKey: 'once' };
  const { submission } = succeeded(await submit(form, request));
  const change = async (changes: FormChanges) =>
    succeeded(
      await changeForm(
        { ...fixture.deps, ...noDestinations },
        { formId: form.formId, changes },
        form.context,
      ),
    );
  await change({ fields: [unwanted] });
  await change({ status: 'closed' });
  const again = succeeded(await submit(form, request));
  assert.equal([again.replayed, again.submission], [true, submission]);
  const other = await submit(form, { ...request, answered: { version: 2 } });
  assert.is(refusalOf(other).code, 'idempotency_mismatch');
});

test('while a form changes continuously, each submission was checked against the revision that it names', async () => {
  const form = await changedForm();
  const processes = [fixture.deps, fixture.another()];
  const stored: { revision: number; answers: readonly unknown[] }[] = [];
  for (let round = 0; round < 15; round++) {
    const fields = round % 2 === 0 ? [note, wanted] : [wanted, note];
    const [, ...results] = await Promise.all([
      changeForm(
        { ...fixture.deps, ...noDestinations },
        { formId: form.formId, changes: { fields } },
        form.context,
      ),
      ...processes.map((deps) => submit(form, { answered: { revision: 1 + round } }, deps)),
      ...processes.map((deps) => submit(form, {}, deps)),
    ]);
    for (const result of results) {
      const { form: answered, answers } = succeeded(result).submission;
      if ('revision' in answered) stored.push({ revision: answered.revision, answers });
    }
  }
  assert.is(stored.length, 60);
  for (const { revision, answers } of stored) {
    const at = await fixture.deps.revisions.at(form.formId, revision);
    const expected = at?.form.fields.map(({ key }) => (key === 'ok' ? true : 'x'));
    assert.equal(answers, expected, String(revision));
  }
});

test.run();
