import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  disableDestination,
  enableDestination,
  pingDestination,
  removeDestination,
} from '../../../commands/destination/change-destination.ts';
import {
  configureDestination,
  type DestinationRequest,
} from '../../../commands/destination/configure-destination.ts';
import type { GivenSettings } from '../../../commands/destination/destination-checks.ts';
import { reconfigureDestination } from '../../../commands/destination/reconfigure-destination.ts';
import { resealSecret, rotateSecret } from '../../../commands/destination/rotate-secret.ts';
import { makeSecret, secretProblems } from '../../../commands/destination/signing-secret.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { createForm } from '../../../commands/form/create-form.ts';
import type { Refusal } from '../../../commands/refusal.ts';
import { openSecretBox, SecretUnreadable } from '../../../commands/secret-box.ts';
import { destination } from '../../../domain/destination/decider.ts';
import type { SealedSecret } from '../../../domain/destination/events.ts';
import type { DestinationSettings } from '../../../domain/destination/events.ts';
import type { FormQuestions } from '../../../domain/destination/resolve-questions.ts';
import { form } from '../../../domain/form/decider.ts';
import { askedQuestions } from '../../../domain/form/definition.ts';
import type { Result } from '../../../domain/result.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { type CommandFixture, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('destination commands');
const destinationRules = { allowHosts: [] };
const earlierDestinations = async () => [];
const request = { label: 'Mine', url: 'https://example.com/hook' };
const day = 24 * 60 * 60_000;
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const deps = () => ({ ...fixture.deps, destinationRules, earlierDestinations, questionsOfAccount });

/** The forms of each account, as the read model would list them. */
const formsOf = new Map<string, string[]>();

async function questionsOfAccount(accountId: string): Promise<FormQuestions[]> {
  return Promise.all(
    (formsOf.get(accountId) ?? []).map(async (id) => {
      const { state } = await fixture.deps.aggregates.load(form, streamOf.form(id));
      if (!state.exists) throw new Error(`no form ${id}`);
      return { id, title: state.title, questions: askedQuestions(state.fields) };
    }),
  );
}

/** A form with questions of these keys and labels. */
async function newForm(context: CommandContext, questions: Readonly<Record<string, string>>) {
  const fields = Object.entries(questions).map(([key, label]) => ({
    key,
    label,
    kind: 'short_text' as const,
  }));
  const made = succeeded(await createForm(fixture.deps, { title: 'Form', fields }, context)).form;
  formsOf.set(context.accountId, [...(formsOf.get(context.accountId) ?? []), made.formId]);
  return { formId: made.formId, ids: made.fields.map(({ id }) => id) };
}

async function newDestination(chosen: Partial<DestinationRequest> = {}) {
  const { context } = await fixture.newAccount();
  const made = succeeded(await configureDestination(deps(), { ...request, ...chosen }, context));
  const { signingSecret } = made;
  assert.ok(signingSecret !== null);
  return { context, ...made, signingSecret };
}

async function stateOf(destinationId: string) {
  const { state } = await fixture.deps.aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists) throw new Error('it is not there');
  return state;
}

/** What is wrong with each place, as `path message`. */
const faultsOf = (result: Result<unknown, Refusal>): string[] =>
  !result.ok && result.error.code === 'invalid_request'
    ? result.error.problems.map(({ path, message }) => `${path} ${message}`)
    : [`not refused as invalid: ${JSON.stringify(result.ok || result.error)}`];

const change = (destinationId: string, settings: Partial<GivenSettings>, context: CommandContext) =>
  reconfigureDestination(deps(), { destinationId, settings }, context);

test('the secret is shown once, suits every scheme, and is encrypted in the log', async () => {
  const made = await newDestination();
  assert.match(made.signingSecret, /^whsec_[0-9A-Za-z+/]{43}=$/);
  assert.equal([made.settings.events, made.settings.concurrency], [['submission.created'], 8]);
  const state = await stateOf(made.destinationId);
  assert.not(JSON.stringify(state).includes(made.signingSecret));
  assert.is(fixture.deps.secrets.open(state.secret, made.destinationId), made.signingSecret);
  for (const signature of ['timestamped', 'sha256', 'standard-webhooks'] as const)
    assert.equal(secretProblems(made.signingSecret, signature), []);
});

test('a custom secret is accepted if it is strong enough', async () => {
  const own = 'kV7hQ2nX9pRw4sTz6bYc3dMf8gJk5aLe';
  assert.is((await newDestination({ signingSecret: own })).signingSecret, own);
  const { context } = await fixture.newAccount();
  const cases: readonly (readonly [string, DestinationSettings['signature']])[] = [
    ['short', 'timestamped'],
    ['a'.repeat(40), 'sha256'],
    ['with spaces in it, though it is long enough', 'timestamped'],
    ['x'.repeat(20) + own.repeat(4), 'timestamped'],
    [own, 'standard-webhooks'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!', 'timestamped'],
    [`whsec_${Buffer.alloc(32).toString('base64')}`, 'standard-webhooks'],
    [`whsec_${randomBytes(16).toString('base64')}`, 'standard-webhooks'],
    [`whsec_${randomBytes(65).toString('base64')}`, 'standard-webhooks'],
  ];
  for (const [signingSecret, signature] of cases) {
    const refused = await configureDestination(deps(), { ...request, signingSecret, signature }, context);
    const [fault = '', ...others] = faultsOf(refused);
    assert.match(fault, /^\/signing_secret Must /, signingSecret);
    assert.equal([others, fault.includes(signingSecret)], [[], false]);
  }
  assert.equal(secretProblems('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'standard-webhooks'), []);
});

test('forms and destinations of another account are not found', async () => {
  const { context, ...target } = await newDestination();
  const { context: other } = await fixture.newAccount();
  const formId = await fixture.newForm(other);
  const nobodys = { ok: false, error: { code: 'not_found' } };
  assert.equal(await configureDestination(deps(), { ...request, formId }, context), nobodys);
  assert.equal(faultsOf(await change(target.destinationId, { formId }, context)), [
    '/form_id The form does not exist.',
  ]);
  for (const act of [enableDestination, disableDestination, removeDestination, resealSecret, rotateSecret])
    assert.equal(await act(deps(), target, other), nobodys);
  assert.equal(await pingDestination(deps(), { ...target, deliveryId: 'p' }, other), nobodys);
  assert.equal(await change(target.destinationId, { label: 'Theirs' }, other), nobodys);
  assert.is(succeeded(await disableDestination(deps(), target, context)).destination.enabled, false);
  assert.is(succeeded(await enableDestination(deps(), target, context)).destination.enabled, true);
  succeeded(await removeDestination(deps(), target, context));
  for (const act of [enableDestination, resealSecret, rotateSecret])
    assert.equal(await act(deps(), target, context), nobodys);
});

test('all questions that the form does not ask are named, together with an invalid URL', async () => {
  const { context } = await fixture.newAccount();
  const formId = await fixture.newForm(context);
  const includedQuestions = ['Name', 'Nome', 'Nom'];
  const refused = await configureDestination(
    deps(),
    { ...request, url: 'http://example.com/', formId, includedQuestions },
    context,
  );
  assert.equal(faultsOf(refused), [
    '/url Must be an https URL. Plain HTTP is only for hosts in WEBHOOK_ALLOW_HOSTS, in development.',
    '/included_questions/1 The form has no question "Nome".',
    '/included_questions/2 The form has no question "Nom".',
  ]);
  const anyForm = await configureDestination(deps(), { ...request, includedQuestions: ['Nome'] }, context);
  assert.equal(faultsOf(anyForm), ['/included_questions/0 No form of the account has a question "Nome".']);
});

test('questions are chosen by label, key or id, and stored as field ids', async () => {
  const { context } = await fixture.newAccount();
  const { formId, ids } = await newForm(context, { mail: 'E-mail', tel: 'Phone', age: 'Age' });
  const [mail = '', tel = '', age = ''] = ids;
  const includedQuestions = ['E-mail', 'tel', age, 'mail'];
  const made = succeeded(
    await configureDestination(deps(), { ...request, formId, includedQuestions }, context),
  );
  const { includedFields, includedQuestions: labels } = made.settings;
  assert.equal([includedFields, labels], [[{ formId, fieldIds: [mail, tel, age] }], []]);
});

test('a name of several questions of a form is refused with their ids', async () => {
  const { context } = await fixture.newAccount();
  const { formId, ids } = await newForm(context, { a: 'Name', b: 'Name', c: 'b' });
  const refused = await configureDestination(
    deps(),
    { ...request, formId, includedQuestions: ['Name', 'b', 'c', 'Nome'] },
    context,
  );
  const [a, b, c] = ids;
  const several = 'Names several questions of the form "Form". Use one of their ids';
  assert.equal(faultsOf(refused), [
    `/included_questions/0 ${several}: ${a}, ${b}.`,
    `/included_questions/1 ${several}: ${c}, ${b}.`,
    '/included_questions/3 The form has no question "Nome".',
  ]);
});

test('for all forms, a label names the question of each form that exists', async () => {
  const { context } = await fixture.newAccount();
  const one = await newForm(context, { mail: 'E-mail', tel: 'Phone' });
  const two = await newForm(context, { e_mail: 'E-mail', mail: 'Send me mail' });
  const chosen = { ...request, includedQuestions: ['E-mail', 'tel'] };
  const { settings } = succeeded(await configureDestination(deps(), chosen, context));
  assert.equal(settings.includedFields, [
    { formId: one.formId, fieldIds: one.ids },
    { formId: two.formId, fieldIds: [two.ids[0]] },
  ]);
  const byKey = { ...request, includedQuestions: ['mail'] };
  assert.equal(succeeded(await configureDestination(deps(), byKey, context)).settings.includedFields, [
    { formId: one.formId, fieldIds: [one.ids[0]] },
    { formId: two.formId, fieldIds: [two.ids[1]] },
  ]);
});

test('a change of the form needs questions of the new form, and a removed question can be kept', async () => {
  const { context } = await fixture.newAccount();
  const one = await newForm(context, { mail: 'E-mail', tel: 'Phone' });
  const two = await newForm(context, { mail: 'E-mail' });
  const chosen = { ...request, formId: one.formId, includedQuestions: ['E-mail', 'Phone'] };
  const { destinationId } = succeeded(await configureDestination(deps(), chosen, context));
  const [mail, tel = ''] = one.ids;
  assert.equal(faultsOf(await change(destinationId, { formId: two.formId }, context)), [
    `/included_questions/0 The form has no question "${mail}".`,
    `/included_questions/1 The form has no question "${tel}".`,
  ]);
  const fields = [{ key: 'mail', label: 'Mail', kind: 'email' as const }];
  const forms = { ...fixture.deps, destinationChoices: async () => [] };
  succeeded(await changeForm(forms, { formId: one.formId, changes: { fields } }, context));
  const kept = succeeded(await change(destinationId, { includedQuestions: ['Mail', tel] }, context));
  assert.equal(kept.destination.settings.includedFields, [{ formId: one.formId, fieldIds: one.ids }]);
  const moved = succeeded(
    await change(destinationId, { formId: two.formId, includedQuestions: ['E-mail'] }, context),
  );
  assert.equal(moved.destination.settings.includedFields, [{ formId: two.formId, fieldIds: two.ids }]);
  const all = succeeded(await change(destinationId, { includedQuestions: [] }, context));
  assert.is(all.destination.settings.includedFields, null);
});

test('only changed settings are validated, and a change is recorded once', async () => {
  const { context, destinationId } = await newDestination();
  const formId = await fixture.newForm(context);
  const wrong = { formId, url: 'ftp://x/', includedQuestions: ['Of another form'] };
  assert.equal(faultsOf(await change(destinationId, wrong, context)), [
    '/url Must be an https URL.',
    '/included_questions/0 The form has no question "Of another form".',
  ]);
  const settings = { formId, includedQuestions: ['Name'], url: 'https://example.com/2', ratePerSecond: 3 };
  const changed = succeeded(await change(destinationId, settings, context));
  const { url, ratePerSecond, includedFields } = changed.destination.settings;
  assert.equal([url, ratePerSecond], [settings.url, 3]);
  assert.equal([includedFields?.length, includedFields?.[0]?.formId], [1, formId]);
  const again = succeeded(await change(destinationId, settings, context));
  assert.is(again.position, changed.position);
});

test('another scheme needs a secret that suits it', async () => {
  const own = 'kV7hQ2nX9pRw4sTz6bYc3dMf8gJk5aLe';
  const { context, destinationId } = await newDestination({ signingSecret: own });
  succeeded(await change(destinationId, { signature: 'sha256' }, context));
  const [fault = ''] = faultsOf(await change(destinationId, { signature: 'standard-webhooks' }, context));
  assert.match(fault, /^\/signature .*Rotate the secret first/);
  succeeded(await rotateSecret(deps(), { destinationId }, context));
  succeeded(await change(destinationId, { signature: 'standard-webhooks' }, context));
});

test('a rotation keeps the previous secret valid for a day on request', async () => {
  const { context, destinationId, signingSecret: first } = await newDestination();
  const second = succeeded(await rotateSecret(deps(), { destinationId, overlap: true }, context));
  const { secret, previousSecret } = second.destination;
  const open = (sealed: SealedSecret) => fixture.deps.secrets.open(sealed, destinationId);
  assert.equal([open(secret), previousSecret && open(previousSecret.secret)], [second.signingSecret, first]);
  const lasts = Date.parse(previousSecret?.until ?? '') - fixture.deps.now().getTime();
  assert.ok(lasts > day - 60_000 && lasts <= day, String(lasts));
  const own = makeSecret();
  const third = succeeded(await rotateSecret(deps(), { destinationId, signingSecret: own }, context));
  assert.equal([third.signingSecret, third.destination.previousSecret], [own, null]);
  const refused = await rotateSecret(deps(), { destinationId, signingSecret: 'weak' }, context);
  assert.match(faultsOf(refused)[0] ?? '', /^\/signing_secret/);
});

test('resealing encrypts every valid secret with the new master key, once', async () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const old = { ...deps(), secrets: openSecretBox(before) };
  const both = { ...deps(), secrets: openSecretBox(after, [before]) };
  const { context } = await fixture.newAccount();
  const made = succeeded(await configureDestination(old, request, context));
  const rotated = succeeded(
    await rotateSecret(old, { ...made, signingSecret: makeSecret(), overlap: true }, context),
  );
  assert.is(succeeded(await resealSecret(old, made, context)).changed, false);
  const resealed = succeeded(await resealSecret(both, made, context));
  assert.is(resealed.changed, true);
  const onlyNew = openSecretBox(after);
  const opened = (sealed: SealedSecret) => onlyNew.open(sealed, made.destinationId);
  const { secret, previousSecret } = await stateOf(made.destinationId);
  assert.equal(
    [opened(secret), previousSecret && opened(previousSecret.secret), previousSecret?.until],
    [rotated.signingSecret, made.signingSecret, rotated.destination.previousSecret?.until],
  );
  const again = succeeded(await resealSecret(both, made, context));
  assert.equal([again.changed, again.position], [false, resealed.position]);
});

test('expired secrets are not sealed again, and secrets that no key opens are left unchanged', async () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const old = { ...deps(), secrets: openSecretBox(before) };
  const { context } = await fixture.newAccount();
  const made = succeeded(await configureDestination(old, request, context));
  succeeded(await rotateSecret(old, { ...made, signingSecret: makeSecret(), overlap: true }, context));
  const without = { ...deps(), secrets: openSecretBox(after) };
  const refused = await resealSecret(without, made, context).catch((error: unknown) => error);
  assert.instance(refused, SecretUnreadable);
  fixture.clock.aheadMs += day;
  const both = { ...deps(), secrets: openSecretBox(after, [before]) };
  const resealed = succeeded(await resealSecret(both, made, context));
  assert.equal([resealed.changed, resealed.destination.previousSecret], [true, null]);
});

test('a ping returns its delivery id, and two pings with one id are recorded once', async () => {
  const { context, destinationId } = await newDestination();
  const ping = { destinationId, deliveryId: 'ping-1' };
  const pinged = succeeded(await pingDestination(deps(), ping, context));
  assert.is(pinged.destination.lastPing, 'ping-1');
  assert.is(succeeded(await pingDestination(deps(), ping, context)).position, pinged.position);
});

test.run();
