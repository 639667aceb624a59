import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandDeps } from '../../../commands/deps.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { form } from '../../../domain/form/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { type CommandFixture, noDestinations, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('changing a form under an idempotency key');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

/** A process that does something else right before it first reads a form. */
function interrupted(deps: CommandDeps, interruption: () => Promise<unknown>): CommandDeps {
  let isDone = false;
  const { load } = deps.aggregates;
  const aggregates: CommandDeps['aggregates'] = {
    ...deps.aggregates,
    async load(decider, stream, ...rest) {
      if (!isDone && stream.startsWith(streamOf.form(''))) {
        isDone = true;
        await interruption();
      }
      return load(decider, stream, ...rest);
    },
  };
  return { ...deps, aggregates };
}

test('a request that is repeated after another change has one effect', async () => {
  const { context } = await fixture.newAccount();
  const formId = await fixture.newForm(context);
  const once = { ...context, requestKey: 'once' };
  const rename = (deps: CommandDeps, title: string, by: typeof context) =>
    changeForm({ ...deps, ...noDestinations }, { formId, changes: { title } }, by);
  const late = interrupted(fixture.another(), async () => {
    succeeded(await rename(fixture.another(), 'Mine', once));
    succeeded(await rename(fixture.another(), 'Theirs', context));
  });
  assert.is(succeeded(await rename(late, 'Mine', once)).form.title, 'Mine', 'as of the request');
  const { state } = await fixture.another().aggregates.load(form, streamOf.form(formId));
  assert.is(state.exists && state.title, 'Theirs');
});

test.run();
