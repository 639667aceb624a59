import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandDeps } from '../../../commands/deps.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { createForm, type FormRequest } from '../../../commands/form/create-form.ts';
import { openSlugs } from '../../../commands/form/slugs.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { type CommandFixture, noDestinations, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('slugs of forms');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());
test.after.each(() => {
  fixture.clock.aheadMs = 0;
});

const make = (
  context: CommandContext,
  request: Partial<FormRequest> = {},
  deps: CommandDeps = fixture.deps,
) => createForm(deps, { title: 'Feedback', fields: [], ...request }, context);
const change = (formId: string, slug: string, context: CommandContext, deps: CommandDeps = fixture.deps) =>
  changeForm({ ...deps, ...noDestinations }, { formId, changes: { slug } }, context);
const codeOf = (result: Awaited<ReturnType<typeof make>>) => (result.ok ? 'ok' : result.error.code);

test('of many forms that request one slug, in any number of processes, one gets it', async () => {
  const { context } = await fixture.newAccount();
  const processes = [fixture.deps, fixture.another(), fixture.another()];
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, n) => make(context, { slug: 'spring' }, processes[n % 3])),
  );
  assert.equal(results.map(codeOf).sort(), ['ok', ...Array.from({ length: 11 }, () => 'slug_taken')]);
});

test('a slug derived from a title gets a suffix if another form has it', async () => {
  const { context } = await fixture.newAccount();
  const slugs: string[] = [];
  for (let count = 0; count < 6; count++) slugs.push(succeeded(await make(context)).form.slug);
  assert.equal(slugs.slice(0, 4), ['feedback', 'feedback-2', 'feedback-3', 'feedback-4']);
  for (const slug of slugs.slice(4)) assert.match(slug, /^feedback-[a-z0-9]{8}$/);
  assert.is(new Set(slugs).size, 6);
  const { context: other } = await fixture.newAccount();
  assert.is(succeeded(await make(other)).form.slug, 'feedback', 'of another account');
});

test('a slug can be changed, and the former one becomes free', async () => {
  const { context } = await fixture.newAccount();
  const { formId } = succeeded(await make(context)).form;
  assert.is(succeeded(await change(formId, 'spring', context)).form.slug, 'spring');
  assert.is(succeeded(await make(context)).form.slug, 'feedback');
  const other = succeeded(await make(context)).form;
  assert.is(codeOf(await change(other.formId, 'spring', context)), 'slug_taken');
  assert.is(succeeded(await change(formId, 'spring', context)).form.slug, 'spring', 'its own');
});

test('a change of the title does not change the slug', async () => {
  const { context } = await fixture.newAccount();
  const { formId } = succeeded(await make(context)).form;
  const renamed = await changeForm(
    { ...fixture.deps, ...noDestinations },
    { formId, changes: { title: 'Autumn' } },
    context,
  );
  assert.is(succeeded(renamed).form.slug, 'feedback');
});

test('the slug of a refused form becomes free at once', async () => {
  const { context } = await fixture.newAccount();
  for (let count = 0; count < 3; count++) succeeded(await make(context, { status: 'published' }));
  assert.is(codeOf(await make(context, { slug: 'spring', status: 'published' })), 'plan_limit_reached');
  assert.is(succeeded(await make(context, { slug: 'spring' })).form.slug, 'spring');
});

test('a slug becomes free ten minutes after its process ended without writing the form', async () => {
  const { context } = await fixture.newAccount();
  succeeded(await fixture.deps.slugs.take('spring', 'never-written', context));
  assert.is(codeOf(await make(context, { slug: 'spring' })), 'slug_taken');
  fixture.clock.aheadMs = 601_000;
  assert.is(succeeded(await make(context, { slug: 'spring' })).form.slug, 'spring');
});

test('the slugs of forms of earlier releases are not given to other forms', async () => {
  const { context } = await fixture.newAccount();
  const slugs = openSlugs(fixture.deps, async (_, slug) => (slug === 'feedback' ? ['old-1', 'old-2'] : []));
  const deps = { ...fixture.deps, slugs };
  assert.is(codeOf(await make(context, { slug: 'feedback' }, deps)), 'slug_taken');
  assert.is(succeeded(await make(context, {}, deps)).form.slug, 'feedback-2');
});

test('while the read models are unavailable, a derived slug is made unique by the id, and a chosen one fails', async () => {
  const { context } = await fixture.newAccount();
  const away = async (): Promise<never> => {
    throw new Error('away');
  };
  const deps = { ...fixture.deps, slugs: openSlugs(fixture.deps, away) };
  const { formId, slug } = succeeded(await make(context, {}, deps)).form;
  assert.is(slug, `feedback-${formId.slice(-8).toLowerCase()}`);
  const chosen = await make(context, { slug: 'spring' }, deps).catch((error: unknown) => error);
  assert.instance(chosen, Error);
});

test('a repeated request returns the form with its slug', async () => {
  const { context } = await fixture.newAccount();
  const request = { slug: 'spring', idempotencyKey: 'once' };
  const first = succeeded(await make(context, request));
  const again = succeeded(await make(context, request, fixture.another()));
  assert.equal([again.replayed, again.form], [true, first.form]);
  assert.is(codeOf(await make(context, { ...request, slug: 'summer' })), 'idempotency_mismatch');
});

test.run();
