import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type FieldInput, fieldKinds } from '../../../domain/form/field.ts';
import { optionsOf } from '../../support/fields.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { openVisit, type PageAnswer } from '../../support/web.ts';

const test = suite('the public form');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({
    http: { minFormMs: 0 },
    plans: { tiny: { published_forms: 10, submissions_per_month: 1, api: true } },
  });
  mine = await service.newAccount();
});
/** All browsers here have one address, and the forms that it may send in a minute are limited. */
const aMinuteLater = (): void => void (service.clock.aheadMs += 61_000);
test.before.each(aMinuteLater);
test.after(() => service.close());

type Fields = Readonly<Record<string, string | readonly string[]>>;
const tokenOf = ({ text }: PageAnswer): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';

async function send(formId: string, fields: Fields, visit = openVisit(service)): Promise<PageAnswer> {
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  return visit.post(`/f/${formId}`, { formToken, ...fields });
}

/** Waits until the read models hold what browsers have sent, too. */
async function settled(): Promise<void> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
}

async function answersOf(formId: string): Promise<unknown> {
  await settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}`);
  const read = await mine.api('GET', `/submissions?id=${String(list.at('data.0.id'))}`);
  return read.at('answers');
}

const abc = optionsOf('a', 'b', 'c');
/** For each kind: its settings, the controls that a browser sends, and the answer that is recorded. */
const table: Readonly<Record<(typeof fieldKinds)[number], readonly [object, Fields, unknown]>> = {
  short_text: [{}, { q: 'Ada' }, 'Ada'],
  long_text: [{}, { q: 'Two\r\nlines' }, 'Two\nlines'],
  email: [{}, { q: 'ada@example.org' }, 'ada@example.org'],
  phone: [{}, { q: '+49 30 123456' }, '+49 30 123456'],
  url: [{}, { q: 'https://example.org/' }, 'https://example.org/'],
  number: [{}, { q: '-3,5' }, -3.5],
  rating: [{}, { q: '5' }, 5],
  scale: [{}, { q: '0' }, 0],
  nps: [{}, { q: '10' }, 10],
  yes_no: [{}, { q: 'no' }, false],
  consent: [{ required: true }, { q: 'yes' }, true],
  single_choice: [{ options: abc }, { q: 'b' }, 'b'],
  dropdown: [{ options: abc }, { q: 'c' }, 'c'],
  multiple_choice: [{ options: abc }, { q: ['a', 'c'] }, ['a', 'c']],
  ranking: [{ options: abc }, { 'q.a': '3', 'q.b': '1', 'q.c': '2' }, ['b', 'c', 'a']],
  date: [{}, { q: '2026-02-28' }, '2026-02-28'],
  time: [{}, { q: '09:30' }, '09:30'],
  datetime: [{}, { q: '2026-02-28T09:30' }, '2026-02-28T09:30:00Z'],
  address: [
    {},
    { 'q.line1': 'Street 1', 'q.city': 'Berlin', 'q.state': '' },
    { line1: 'Street 1', city: 'Berlin' },
  ],
  full_name: [{}, { 'q.first_name': 'Ada', 'q.last_name': 'L' }, { first_name: 'Ada', last_name: 'L' }],
  matrix: [
    { options: abc, rows: optionsOf('x', 'y') },
    { 'q.x': 'a', 'q.y': 'c' },
    { x: 'a', y: 'c' },
  ],
  payment: [{}, { 'q.amount': '12.50', 'q.currency': 'eur' }, { amount: 1_250, currency: 'EUR' }],
  // With files it is sent in parts: see files.test.ts.
  file: [{}, { q: '' }, null],
  hidden: [{ default_value: 'secret' }, { q: 'forged' }, 'secret'],
  statement: [{}, {}, undefined],
};

for (const kind of fieldKinds)
  test(`${kind}: the page stores the same answer as the API`, async () => {
    const [settings, fields, answer] = table[kind];
    const formId = await service.newForm(mine.accountId, [
      { key: 'q', label: 'Question', kind, ...settings },
    ]);
    const sent = await send(formId, fields);
    assert.is(sent.location, `/f/${formId}/thanks`, sent.text);
    const recorded = await answersOf(formId);
    assert.equal(recorded, answer === undefined ? {} : { Question: answer });
  });

test('several columns of a row are sent as a list', async () => {
  const settings = { options: abc, rows: optionsOf('x'), validation: { max_selections: 2 } };
  const formId = await service.newForm(mine.accountId, [
    { key: 'q', label: 'Q', kind: 'matrix', ...settings },
  ]);
  assert.is((await send(formId, { 'q.x': ['a', 'b'] })).status, 303);
  assert.equal(await answersOf(formId), { Q: { x: ['a', 'b'] } });
});

test('every problem is shown beside its field and in a summary, and the input is kept', async () => {
  const fields = [
    { key: 'name', label: 'Your name', kind: 'short_text', required: true },
    { key: 'mail', label: 'Your mail', kind: 'email' },
    { key: 'age', label: 'Your age', kind: 'number' },
    { key: 'order', label: 'Your order', kind: 'ranking', options: abc },
  ];
  const formId = await service.newForm(mine.accountId, fields);
  const answer = await send(formId, { name: '', mail: 'not <mail>', age: 'old' });
  assert.is(answer.status, 422);
  for (const part of [
    'href="#f-name"',
    'href="#f-mail"',
    'href="#f-age"',
    'id="f-mail-problem"',
    'Requires an answer.',
    'value="not <mail>"',
    'value="old"',
    'aria-invalid="true"',
  ])
    assert.match(answer.text, part);
});

test('problems of unreadable and of invalid answers are shown together', async () => {
  const formId = await service.newForm(mine.accountId, [
    { key: 'order', label: 'Order', kind: 'ranking', options: abc, required: true },
    { key: 'name', label: 'Name', kind: 'short_text', required: true },
    { key: 'mail', label: 'Mail', kind: 'email' },
    { key: 'site', label: 'Site', kind: 'url' },
    { key: 'stars', label: 'Stars', kind: 'rating' },
    { key: 'agreed', label: 'Agreed', kind: 'consent', required: true },
  ]);
  const wrong = { 'order.a': '1', 'order.b': '01', name: '', mail: 'x', site: 'x', stars: '9' };
  const problemsIn = ({ text }: PageAnswer) => [...text.matchAll(/href="#f-(\w+)"/g)].map(([, key]) => key);
  const all = ['order', 'name', 'mail', 'site', 'stars', 'agreed'];
  const refused = await send(formId, wrong);
  assert.is(refused.status, 422);
  assert.equal(problemsIn(refused), all);
  assert.match(refused.text, /Order<\/a><span>: <\/span><span>Two choices have the same place\.<\/span>/);
  assert.equal(problemsIn(await send(formId, { ...wrong, homePage: 'https://spam.example' })), all);
  assert.equal(problemsIn(await send(formId, { ...wrong, formToken: 'too old' })), all);
});

async function submissionsTo(formId: string): Promise<unknown> {
  await settled();
  return (await mine.api('GET', `/submissions?form_id=${formId}`)).at('count');
}

test('a double click, a reload and a form that is sent again after "back" create one submission', async () => {
  const formId = await service.newForm(mine.accountId);
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const sent = { formToken, name: 'Ada' };
  const both = await Promise.all([visit.post(`/f/${formId}`, sent), visit.post(`/f/${formId}`, sent)]);
  assert.equal(
    both.map(({ location }) => location),
    [`/f/${formId}/thanks`, `/f/${formId}/thanks`],
  );
  assert.is((await visit.post(`/f/${formId}`, sent)).status, 303);
  assert.is(await submissionsTo(formId), 1);
  const other = await visit.post(`/f/${formId}`, { ...sent, name: 'Grace' });
  assert.is(other.status, 409);
  assert.match(other.text, 'You have already sent this form.');
  assert.match(other.text, 'value="Grace"');
  assert.is((await visit.post(`/f/${formId}`, { formToken: tokenOf(other), name: 'Grace' })).status, 303);
  assert.is(await submissionsTo(formId), 2);
});

test('a token that is missing, foreign or a day old needs another submit, with the answers kept', async () => {
  const [formId, otherId] = [await service.newForm(mine.accountId), await service.newForm(mine.accountId)];
  const visit = openVisit(service);
  const foreign = tokenOf(await visit.get(`/f/${otherId}`));
  for (const formToken of ['', 'x', foreign]) {
    const answer = await visit.post(`/f/${formId}`, { formToken, name: 'Ada' });
    assert.is(answer.status, 422);
    assert.match(answer.text, 'value="Ada"');
    assert.is((await visit.post(`/f/${formId}`, { formToken: tokenOf(answer), name: 'Ada' })).status, 303);
  }
});

test('a program that fills in the honeypot, or is too quick, has to send again', async () => {
  const formId = await service.newForm(mine.accountId);
  const trapped = await send(formId, { name: 'Ada', homePage: 'https://spam.example' });
  assert.is(trapped.status, 422);
  assert.match(trapped.text, 'Please send the form again.');
  assert.is(await submissionsTo(formId), 0);
});

test('draft and unknown forms are 404, closed ones say so', async () => {
  const visit = openVisit(service);
  const draft = await service.newForm(mine.accountId, [nameField], 'draft');
  for (const id of [draft, 'unknown', '%00', 'a'.repeat(101)])
    assert.ok([400, 404, 414].includes((await visit.get(`/f/${id}`)).status), id);
  const formId = await service.newForm(mine.accountId);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  await service.admin('PATCH', `/forms/${formId}`, { body: { status: 'closed' } });
  for (const answer of [
    await visit.get(`/f/${formId}`),
    await visit.post(`/f/${formId}`, { formToken, name: 'x' }),
  ]) {
    assert.is(answer.status, 410);
    assert.match(answer.text, 'This form is closed and takes no more answers.');
  }
});

test("a form whose monthly quota is used up says so before it is filled in, with the next month's start", async () => {
  const { accountId } = await service.newAccount('tiny');
  const formId = await service.newForm(accountId);
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  assert.is((await send(formId, { name: 'First' })).status, 303);
  const until = /It takes answers again from \w+ 1, \d{4} at 12:00\sAM UTC on/;
  const before = await visit.get(`/f/${formId}`);
  assert.is(before.status, 403);
  assert.match(before.text, until);
  assert.not.match(before.text, '<form');
  const second = await visit.post(`/f/${formId}`, { formToken, name: 'Second' });
  assert.is(second.status, 403);
  assert.match(second.text, until);
  assert.match(second.text, 'value="Second"');
});

test('a form that was archived before it was published is 404', async () => {
  const formId = await service.newForm(mine.accountId, [nameField], 'draft');
  await service.admin('PATCH', `/forms/${formId}`, { body: { status: 'archived' } });
  assert.is((await openVisit(service).get(`/f/${formId}`)).status, 404);
});

test('a link fills in answers, but never hidden ones', async () => {
  const fields = [
    nameField,
    { key: 'source', label: 'S', kind: 'short_text', hidden: true, default_value: 'web' },
  ];
  const formId = await service.newForm(mine.accountId, fields);
  const visit = openVisit(service);
  const page = await visit.get(`/f/${formId}?name=Ada%22%3E&source=forged`);
  assert.match(page.text, 'value="Ada&#34;>"');
  assert.not.match(page.text, 'forged');
  await visit.post(`/f/${formId}`, { formToken: tokenOf(page), name: 'Ada', source: 'forged' });
  assert.equal(await answersOf(formId), { Name: 'Ada', S: 'web' });
});

test('a link that fills in a part of an answer leaves the default of its other parts', async () => {
  const formId = await service.newForm(mine.accountId, [
    { key: 'home', label: 'Home', kind: 'address', default_value: { city: 'Bonn', country: 'Germany' } },
    { key: 'fee', label: 'Fee', kind: 'payment', default_value: { amount: 500, currency: 'EUR' } },
  ]);
  const { text } = await openVisit(service).get(`/f/${formId}?home.city=Cologne&fee.amount=12`);
  const controls = {
    'home.city': 'Cologne',
    'home.country': 'Germany',
    'fee.amount': '12',
    'fee.currency': 'EUR',
  };
  for (const [name, value] of Object.entries(controls))
    assert.match(text, new RegExp(`name="${name}" value="${value}"`));
});

test('a link gives a time with its offset, which the page shows in the time zone of the form', async () => {
  const formId = await service.newForm(mine.accountId, [{ key: 'when', label: 'When', kind: 'datetime' }]);
  await service.admin('PATCH', `/forms/${formId}`, { body: { time_zone: 'Europe/Berlin' } });
  const textOf = async (given: string): Promise<string | undefined> => {
    const { text } = await openVisit(service).get(`/f/${formId}?when=${encodeURIComponent(given)}`);
    return /name="when" value="([^"]*)"/.exec(text)?.[1];
  };
  assert.is(await textOf('2026-07-01T09:00:00Z'), '2026-07-01T11:00');
  assert.is(await textOf('2026-07-01T09:00:00-04:00'), '2026-07-01T15:00');
  assert.is(await textOf('2026-07-01T09:00'), '2026-07-01T09:00');
});

test('an account chooses the sites that may show its forms', async () => {
  const formId = await service.newForm(mine.accountId);
  const policy = async (): Promise<string> =>
    (await openVisit(service).get(`/f/${formId}`)).header('content-security-policy') ?? '';
  assert.match(await policy(), 'frame-ancestors *');
  const bad = await mine.api('PUT', '/embedding', {
    body: { origins: ['https://a.example/path', 'ftp://b'] },
  });
  assert.is(bad.status, 400);
  assert.is(bad.at('error.details.1.path'), '/origins/1');
  for (const origin of [
    'https://a.example;script-src',
    'https://a,b.example',
    'https://*.example',
    "https://a'b.example",
    'https://a.example:*',
    'https://a.example/',
    'HTTPS://a.example',
    '*',
  ]) {
    const odd = await mine.api('PUT', '/embedding', { body: { origins: [origin] } });
    assert.equal([odd.status, odd.at('error.details.0.path')], [400, '/origins/0'], origin);
  }
  const good = await mine.api('PUT', '/embedding', { body: { origins: ['https://a.example'] } });
  assert.is(good.status, 200, good.text);
  assert.match(await policy(), "frame-ancestors 'self' https://a.example");
  assert.equal((await mine.api('GET', '/embedding')).at('origins'), ['https://a.example']);
  await mine.api('PUT', '/embedding', { body: { origins: null } });
  assert.match((await openVisit(service).get('/embed.js')).text, 'iframe');
});

test('labels, options and help are escaped', async () => {
  const hostile = '<img src=x onerror=alert(1)>"\'';
  const fields = fieldKinds.map((kind): FieldInput => {
    const hasOptions = ['single_choice', 'dropdown', 'multiple_choice', 'ranking', 'matrix'].includes(kind);
    return {
      label: hostile,
      kind,
      help_text: hostile,
      ...(hasOptions && { options: optionsOf(hostile) }),
      ...(kind === 'matrix' && { rows: optionsOf(hostile) }),
    };
  });
  const formId = await service.newForm(mine.accountId, fields);
  const { status, text } = await openVisit(service).get(`/f/${formId}`);
  assert.is(status, 200);
  // In attributes the library escapes quotes alone, which is all that ends them.
  assert.not.match(text.replaceAll(/="[^"]*"/g, ''), '<img');
});

test('law: whatever a browser sends, the response is a page and never a failure', async () => {
  const fields = fieldKinds.map((kind) => ({ key: kind, label: kind, kind, ...table[kind][0] }));
  const formId = await service.newForm(mine.accountId, fields);
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const name = fc.oneof(
    fc.constantFrom(...fieldKinds),
    fc.constantFrom('ranking.a', 'matrix.x', 'payment.amount', 'address.city', '__proto__', 'constructor'),
    fc.string({ minLength: 1, maxLength: 10 }),
  );
  const value = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('1e999', '-0', '9'.repeat(400), '2026-13-45'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 12 }), async (pairs) => {
      aMinuteLater();
      const { status } = await visit.post(`/f/${formId}`, { formToken, ...Object.fromEntries(pairs) });
      assert.ok([303, 409, 422].includes(status), String(status));
    }),
    { numRuns: 60 },
  );
});

test('while the log is away, the answers are kept on the page', async () => {
  const formId = await service.newForm(mine.accountId);
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  service.clock.aheadMs += 120_000;
  await service.stopLog();
  try {
    const answer = await visit.post(`/f/${formId}`, { formToken, name: 'Keep me' });
    assert.is(answer.status, 503);
    assert.match(answer.text, 'name="name" value="Keep me"');
  } finally {
    await service.restartLog();
  }
});

test.run();
