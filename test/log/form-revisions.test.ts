import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changeForm, type FormChanges } from '../../commands/form/change-form.ts';
import type { FieldInput } from '../../domain/form/field.ts';
import { openFormRevisions } from '../../log/form-revisions.ts';
import { type CommandFixture, noDestinations, openFixture, succeeded } from '../commands/command-fixture.ts';

const test = suite('log/form-revisions');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

/** A form with its name field, changed in turn; and revisions that count their reads of the log. */
async function changedForm(...all: FormChanges[]) {
  const { context } = await fixture.newAccount();
  const formId = await fixture.newForm(context);
  for (const changes of all)
    succeeded(await changeForm({ ...fixture.deps, ...noDestinations }, { formId, changes }, context));
  const { readStream } = fixture.log;
  const reads = { count: 0 };
  const revisions = openFormRevisions({
    readStream(...range) {
      reads.count++;
      return readStream(...range);
    },
  });
  return { formId, context, revisions, reads };
}

const nameField: FieldInput = { key: 'name', label: 'Name', kind: 'short_text', required: true };

const labelled = (label: string): FormChanges => ({ fields: [{ ...nameField, label }] });

test('a form is as it was at each revision, and each is read once', async () => {
  const { formId, revisions, reads } = await changedForm(labelled('Second'), { title: 'Renamed' });
  for (let n = 0; n < 2; n++) {
    assert.is((await revisions.at(formId, 0))?.form.fields[0]?.label, nameField.label);
    const second = await revisions.at(formId, 1);
    assert.equal([second?.form.fields[0]?.label, second?.form.title], ['Second', 'A form']);
  }
  assert.is(reads.count, 2);
});

test('a revision that does not exist yet is found once it does', async () => {
  const { formId, context, revisions } = await changedForm();
  assert.is(await revisions.at(formId, 1), null);
  assert.is(await revisions.at('none', 0), null);
  succeeded(
    await changeForm(
      { ...fixture.deps, ...noDestinations },
      { formId, changes: { title: 'Renamed' } },
      context,
    ),
  );
  assert.is((await revisions.at(formId, 1))?.form.title, 'Renamed');
});

test('a version is the form as last published with its fields, or else its last state', async () => {
  const { formId, revisions } = await changedForm(
    ...([labelled('Second'), { status: 'published' }, { title: 'While open' }, { status: 'draft' }] as const),
    labelled('Third'),
  );
  const found = async (version: number) => {
    const at = await revisions.ofVersion(formId, version);
    return at && [at.revision, at.form.fields[0]?.label, at.form.title, at.form.status];
  };
  assert.equal(await found(1), [0, nameField.label, 'A form', 'draft']);
  assert.equal(await found(2), [3, 'Second', 'While open', 'published']);
  assert.is(await found(4), null);
  assert.is(await found(0), null);
});

test.run();
