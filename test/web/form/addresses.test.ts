import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { form } from '../../../domain/form/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { openVisit } from '../../support/web.ts';

const test = suite('addresses of public forms');
let service: TestService;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
});
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

async function make(title: string, more: object = {}, accountId?: string) {
  const account = accountId ?? (await service.newAccount()).accountId;
  const body = { title, fields: [nameField], status: 'published', ...more };
  const made = await service.admin('POST', `/accounts/${account}/forms`, { body });
  assert.is(made.status, 201, made.text);
  return { account, id: String(made.at('id')), slug: String(made.at('slug')) };
}

const change = (id: string, body: object) => service.admin('PATCH', `/forms/${id}`, { body });

/** Waits until the read models hold what was appended to the log beside the API. */
async function settled(): Promise<void> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
}

/** Publishes a draft as earlier releases did, which gave it the address of its slug alone. */
async function publishAsBefore(formId: string): Promise<void> {
  const stream = streamOf.form(formId);
  const { state, revision } = await service.deps.aggregates.load(form, stream);
  if (!state.exists) throw new Error(`no form ${formId}`);
  const { accountId, title, slug } = state;
  const data = { formId, title, slug, hasBareAddress: true as const, at: '2026-03-01T12:00:00.000Z' };
  const metadata = {
    accountId,
    actor: { kind: 'system' as const, id: 'test' },
    correlationId: 'c',
    causationId: 'c',
  };
  const event = { id: crypto.randomUUID(), event: { type: 'FormPublished' as const, data }, metadata };
  await service.log.append(stream, revision, [event]);
  await settled();
}

test('a form is served at its slug and id, and at its id alone', async () => {
  const { id, slug } = await make('Summer fête');
  assert.is(slug, 'summer-fete');
  const visit = openVisit(service);
  for (const path of [`/f/summer-fete-${id}`, `/f/${id}`]) {
    const page = await visit.get(path);
    assert.is(page.status, 200, path);
    assert.match(page.text, `action="/f/${id}"`);
  }
  assert.is((await visit.get('/f/summer-fete')).status, 404, 'a new form has no address by its slug alone');
});

test('a title in any script gives a slug', async () => {
  for (const [title, slug] of [
    ['Анкета', 'anketa'],
    ['Ερωτηματολόγιο', 'erotimatologio'],
    ['נו', 'nv'],
    ['설문조사', 'seolmunjosa'],
  ] as const)
    assert.is((await make(title)).slug, slug);
  const nothing = await make('…');
  assert.is(nothing.slug, nothing.id.slice(-8).toLowerCase());
});

test('another slug before the id redirects to the present one, with the query', async () => {
  const { id } = await make('Village fair');
  const visit = openVisit(service);
  assert.is((await change(id, { slug: 'fair-2026' })).status, 200);
  const old = await visit.get(`/f/village-fair-${id}?name=Ada%20L`);
  assert.equal(
    [old.status, old.header('location'), old.header('cache-control')],
    [308, `/f/fair-2026-${id}?name=Ada%20L`, 'no-cache'],
  );
  assert.is((await visit.get(`/f/fair-2026-${id}`)).status, 200);
  assert.is((await change(id, { slug: 'village-fair' })).status, 200, 'and back');
  assert.is((await visit.get(`/f/village-fair-${id}`)).status, 200);
  await change(id, { status: 'draft' });
  const draft = await visit.get(`/f/fair-2026-${id}`);
  assert.is(draft.status, 410, 'the address of a draft tells nothing of its slug');
});

test('a slug never leads to the form of another account', async () => {
  const theirs = await make('Parish council');
  const mine = await make('Parish council');
  assert.equal([mine.slug, theirs.slug], ['parish-council', 'parish-council']);
  const visit = openVisit(service);
  for (const { id } of [theirs, mine])
    assert.match((await visit.get(`/f/parish-council-${id}`)).text, `action="/f/${id}"`);
});

test('a slug with capital letters redirects to lower case, and the case of an id is kept', async () => {
  const { id } = await make('Choir');
  const answer = await openVisit(service).get(`/f/CHOIR-${id}/`);
  assert.equal([answer.status, answer.header('location')], [308, `/f/choir-${id}`]);
});

test('a form of an earlier release keeps the address of its slug alone, whatever its status', async () => {
  const visit = openVisit(service);
  const older = await make('Book club', { status: 'draft' });
  const owner = await make('Book club', { status: 'draft' });
  await publishAsBefore(owner.id);
  await publishAsBefore(older.id);
  assert.match((await visit.get('/f/book-club')).text, `action="/f/${owner.id}"`);
  await make('Book club');
  await change(owner.id, { slug: 'readers' });
  await settled();
  assert.match((await visit.get('/f/book-club')).text, `action="/f/${owner.id}"`);
  for (const [status, code] of [
    ['closed', 410],
    ['published', 200],
    ['draft', 410],
    ['archived', 410],
  ] as const) {
    await change(owner.id, { status });
    await settled();
    const page = await visit.get('/f/book-club');
    assert.equal([page.status, page.text.includes(older.id)], [code, false], status);
  }
});

test('a slug of an earlier release may end like an id', async () => {
  const { id, slug } = await make('Registration internationalization', { status: 'draft' });
  assert.is(slug, 'registration-internationalization');
  await publishAsBefore(id);
  const page = await openVisit(service).get(`/f/${slug}`);
  assert.equal([page.status, page.text.includes(`action="/f/${id}"`)], [200, true]);
});

test('a form that was archived before it was published is 404 at every address', async () => {
  const { id } = await make('Secret', { status: 'draft' });
  await change(id, { status: 'archived' });
  for (const path of [`/f/${id}`, `/f/secret-${id}`])
    assert.is((await openVisit(service).get(path)).status, 404, path);
});

test.run();
