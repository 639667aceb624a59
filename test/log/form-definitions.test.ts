import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changeForm } from '../../commands/form/change-form.ts';
import { form } from '../../domain/form/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { openFormDefinitions } from '../../log/form-definitions.ts';
import { type CommandFixture, noDestinations, openFixture, succeeded } from '../commands/command-fixture.ts';

const test = suite('log/form-definitions');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

/** Definitions that count their reads of the log. */
function counted() {
  const { readStream } = fixture.log;
  const reads = { count: 0 };
  const definitions = openFormDefinitions({
    readStream(...range) {
      reads.count++;
      return readStream(...range);
    },
  });
  return { definitions, reads };
}

async function renamedForm() {
  const { context } = await fixture.newAccount();
  const formId = await fixture.newForm(context);
  const { state: before, revision } = await fixture.deps.aggregates.load(form, streamOf.form(formId));
  succeeded(
    await changeForm(
      { ...fixture.deps, ...noDestinations },
      { formId, changes: { title: 'Renamed' } },
      context,
    ),
  );
  return { formId, before, revision };
}

test('a form is as it was at each revision, and each is read once', async () => {
  const { formId, revision } = await renamedForm();
  const { definitions, reads } = counted();
  for (let n = 0; n < 2; n++) {
    assert.is((await definitions.of({ id: formId, revision })).title, 'A form');
    assert.is((await definitions.of({ id: formId, revision: revision + 1 })).title, 'Renamed');
  }
  assert.is(reads.count, 2);
});

test('a cached form is not read, and equals the result of a read', async () => {
  const { formId, before, revision } = await renamedForm();
  const { definitions, reads } = counted();
  assert.ok(before.exists);
  definitions.keep(before, revision);
  const kept = await definitions.of({ id: formId, revision });
  assert.is(reads.count, 0);
  assert.equal(kept, await counted().definitions.of({ id: formId, revision }));
});

test.run();
