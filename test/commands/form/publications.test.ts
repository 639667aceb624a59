import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandDeps } from '../../../commands/deps.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { createForm } from '../../../commands/form/create-form.ts';
import { keyedId } from '../../../commands/keyed-streams.ts';
import { account } from '../../../domain/account/decider.ts';
import { form, type FormStatus } from '../../../domain/form/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { type CommandFixture, noDestinations, openFixture, succeeded } from '../command-fixture.ts';
import { pausing } from '../pausing.ts';

const test = suite('publications');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const move = (deps: CommandDeps, formId: string, status: FormStatus, context: CommandContext) =>
  changeForm({ ...deps, ...noDestinations }, { formId, changes: { status } }, context);

async function granted(accountId: string): Promise<string[]> {
  const { state } = await fixture.deps.aggregates.load(account, streamOf.account(accountId));
  return state.exists ? [...state.published].sort() : [];
}

async function published(formIds: readonly string[]): Promise<string[]> {
  const states = await Promise.all(
    formIds.map((id) => fixture.deps.aggregates.load(form, streamOf.form(id))),
  );
  return states
    .flatMap(({ state }) => (state.exists && state.status === 'published' ? state.formId : []))
    .sort();
}

test('of 50 concurrent publications in three processes at a limit of 3, exactly 3 succeed and hold the grants', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formIds = await Promise.all(Array.from({ length: 50 }, () => fixture.newForm(context)));
  const processes = [fixture.deps, fixture.another(), fixture.another()];
  const results = await Promise.all(
    formIds.map((id, index) => move(processes[index % 3] ?? fixture.deps, id, 'published', context)),
  );
  assert.is(results.filter(({ ok }) => ok).length, 3);
  for (const result of results)
    if (!result.ok)
      assert.equal(result.error, {
        code: 'plan_limit_reached',
        resource: 'published_forms',
        limit: 3,
        current: 3,
      });
  const now = await published(formIds);
  assert.is(now.length, 3);
  assert.equal(await granted(accountId), now);
});

test('closing and returning to draft release the grant, and publishing a closed form takes one again', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formIds = await Promise.all(Array.from({ length: 4 }, () => fixture.newForm(context)));
  const [a = '', b = '', c = '', d = ''] = formIds;
  for (const id of [a, b, c]) succeeded(await move(fixture.deps, id, 'published', context));
  assert.not((await move(fixture.deps, d, 'published', context)).ok);
  succeeded(await move(fixture.deps, a, 'closed', context));
  succeeded(await move(fixture.deps, d, 'published', context));
  assert.not((await move(fixture.deps, a, 'published', context)).ok, 'the limit counts for closed forms too');
  succeeded(await move(fixture.deps, b, 'draft', context));
  succeeded(await move(fixture.deps, c, 'archived', context));
  succeeded(await move(fixture.deps, a, 'published', context));
  assert.equal(await granted(accountId), [a, d].sort());
});

test('after concurrent publishing and closing in two processes, grants and published forms agree', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formIds = await Promise.all(Array.from({ length: 5 }, () => fixture.newForm(context)));
  const processes = [fixture.deps, fixture.another()];
  for (let round = 0; round < 6; round++)
    await Promise.all(
      formIds.flatMap((id) =>
        processes.flatMap((deps) => [
          move(deps, id, 'published', context),
          move(deps, id, 'closed', context),
          move(deps, id, 'published', context),
        ]),
      ),
    );
  const now = await published(formIds);
  assert.ok(now.length <= 3, `${now.length} published`);
  const grants = await granted(accountId);
  assert.equal(
    now.filter((id) => !grants.includes(id)),
    [],
    'no form is published without a grant',
  );
});

test('closing does not release a grant that another process has taken since', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const { publications } = fixture.deps;
  const slow: CommandDeps = {
    ...fixture.deps,
    publications: {
      ...publications,
      async releaseGrant(...args) {
        succeeded(await move(fixture.another(), formId, 'published', context));
        await publications.releaseGrant(...args);
      },
    },
  };
  succeeded(await move(slow, formId, 'closed', context));
  assert.equal(await published([formId]), [formId]);
  assert.equal(await granted(accountId), [formId]);
});

test('a grant taken for an earlier state of the form publishes nothing', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context);
  const { publications } = fixture.deps;
  let meanwhile = 0;
  const slow: CommandDeps = {
    ...fixture.deps,
    publications: {
      ...publications,
      async take(...args) {
        const taken = await publications.take(...args);
        if (meanwhile++ > 0) return taken;
        // Publishes, and gives the grant back that is counted for this one too.
        succeeded(await move(fixture.another(), formId, 'published', context));
        succeeded(await move(fixture.another(), formId, 'closed', context));
        return taken;
      },
    },
  };
  succeeded(await move(slow, formId, 'published', context));
  assert.is(meanwhile, 2, 'it took a grant anew');
  assert.equal(await published([formId]), [formId]);
  assert.equal(await granted(accountId), [formId]);
});

test('a refused change takes no grant', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context);
  succeeded(await move(fixture.deps, formId, 'archived', context));
  const refused = await move(fixture.deps, formId, 'published', context);
  assert.equal(refused, {
    ok: false,
    error: { code: 'invalid_transition', from: 'archived', to: 'published' },
  });
  const stale = await changeForm(
    { ...fixture.deps, ...noDestinations },
    { formId, changes: { status: 'draft' }, onlyAt: [0] },
    context,
  );
  assert.equal(stale, { ok: false, error: { code: 'revision_mismatch', revision: 1 } });
  assert.equal(await granted(accountId), []);
});

test('a form that is created as published takes a grant, and is not created beyond the limit', async () => {
  const { context } = await fixture.newAccount();
  for (let made = 0; made < 3; made++) await fixture.newForm(context, 'published');
  const refused = await createForm(
    fixture.deps,
    { title: 'One more', fields: [], status: 'published', idempotencyKey: 'one more' },
    context,
  );
  assert.is(refused.ok, false);
  const again = await createForm(
    fixture.deps,
    { title: 'One more', fields: [], idempotencyKey: 'one more' },
    context,
  );
  assert.is(succeeded(again).replayed, false, 'the refusal left no form');
});

test('grants of a dead process are released when the limit refuses a request', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formIds = await Promise.all(Array.from({ length: 3 }, () => fixture.newForm(context)));
  // What a process leaves that dies between the grant and the form.
  for (const id of formIds) succeeded(await fixture.deps.publications.take(id, context));
  const next = await fixture.newForm(context);
  succeeded(await move(fixture.another(), next, 'published', context));
  assert.equal(await granted(accountId), [next]);
});

test('a process that pauses after it took a grant cannot publish once the grant is released', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formIds = await Promise.all(Array.from({ length: 4 }, () => fixture.newForm(context)));
  const [slow = '', ...others] = formIds;
  const paused = pausing(fixture.another(), streamOf.form(slow));
  const late = move(paused.deps, slow, 'published', context);
  await paused.reached;
  fixture.clock.aheadMs += 600_000;
  const awake = fixture.another();
  for (const id of others) succeeded(await move(awake, id, 'published', context));
  paused.go();
  assert.equal(await late, {
    ok: false,
    error: { code: 'plan_limit_reached', resource: 'published_forms', limit: 3, current: 3 },
  });
  assert.equal(await published(formIds), [...others].sort());
  assert.equal(await granted(accountId), [...others].sort());
});

test('a process that pauses while it creates a published form takes another grant', async () => {
  const { context } = await fixture.newAccount();
  const idempotencyKey = 'slow';
  const formId = keyedId('forms', context.accountId, idempotencyKey);
  const paused = pausing(fixture.another(), streamOf.form(formId));
  const request = { title: 'Slow', fields: [], status: 'published', idempotencyKey } as const;
  const late = createForm(paused.deps, request, context);
  await paused.reached;
  fixture.clock.aheadMs += 600_000;
  const awake = fixture.another();
  const made = [];
  for (let count = 0; count < 3; count++) {
    const id = await fixture.newForm(context);
    made.push(id);
    succeeded(await move(awake, id, 'published', context));
  }
  succeeded(await move(awake, made[0] ?? '', 'closed', context));
  paused.go();
  assert.is(succeeded(await late).form.status, 'published');
  assert.equal(await published([formId, ...made]), [formId, ...made.slice(1)].sort());
});

test.run();
