import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Client, TestResponse } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('paging of submissions');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
let otherFormId: string;
/** All submissions, newest first, as one unlimited list would have them. */
let all: readonly { readonly id: string; readonly form_id: string; readonly submitted_at: string }[];

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
  formId = await service.newForm(account.accountId, [nameField]);
  otherFormId = await service.newForm(account.accountId, [nameField]);
  for (let n = 0; n < 23; n++) await submit(account.api, n % 3 === 0 ? otherFormId : formId);
  await service.settled();
  all = dataOf(await account.api('GET', '/submissions?limit=200'));
});
test.after(() => service.close());

const submit = (api: Client, form_id: string) =>
  api('POST', '/submissions', { body: { form_id, answers: { name: 'Ada' } } });

const dataOf = (page: TestResponse) => Object(page.at('data')) as typeof all;
const get = (query: string) => account.api('GET', `/submissions?${query}`);

test('newest first', () => {
  assert.is(all.length, 23);
  const order = all.map(({ submitted_at, id }) => `${submitted_at} ${id}`);
  assert.equal(order, [...order].sort().reverse());
});

test('pages by Link and by cursor have each submission once while others are added', async () => {
  for (const way of ['link', 'cursor']) {
    const seen: string[] = [];
    let query: string | null = `limit=4&form_id=${formId}`;
    while (query !== null) {
      const page = await get(query);
      assert.is(page.status, 200, page.text);
      assert.is(page.at('count'), dataOf(page).length);
      seen.push(...dataOf(page).map(({ id }) => id));
      const link = /^<https:\/\/forms\.example\/api\/public\/v1\/submissions\?([^>]+)>; rel="next"$/.exec(
        page.header('link') ?? '',
      );
      const cursor = page.at('next_cursor');
      assert.is(page.at('has_more'), cursor !== null);
      assert.is(link !== null, cursor !== null);
      const next = `limit=4&form_id=${formId}&cursor=${String(cursor)}`;
      query = cursor === null ? null : way === 'link' ? (link?.[1] ?? null) : next;
      await submit(account.api, formId);
    }
    const expected = all.filter(({ form_id }) => form_id === formId).map(({ id }) => id);
    assert.equal(
      seen.filter((id) => expected.includes(id)),
      expected,
      way,
    );
    assert.is(new Set(seen).size, seen.length);
  }
});

test('law: pages have each submission that existed at the start once, in order, whatever is added meanwhile', async () => {
  const page = fc.record({ limit: fc.integer({ min: 1, max: 9 }), arriving: fc.integer({ min: 0, max: 4 }) });
  const run = async (pages: readonly { readonly limit: number; readonly arriving: number }[]) => {
    await service.settled();
    const before = dataOf(await get('limit=200')).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: unknown;
    for (let n = 0; n === 0 || cursor !== null; n++) {
      const { limit, arriving } = pages[n % pages.length] ?? { limit: 9, arriving: 0 };
      const [answer] = await Promise.all([
        get(`limit=${limit}${n === 0 ? '' : `&cursor=${String(cursor)}`}`),
        ...Array.from({ length: arriving }, () => submit(account.api, formId)),
      ]);
      seen.push(...dataOf(answer).map(({ id }) => id));
      cursor = answer.at('next_cursor');
    }
    assert.is(new Set(seen).size, seen.length);
    assert.equal(
      seen.filter((id) => before.includes(id)),
      before,
    );
  };
  await fc.assert(fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 4 }), run), { numRuns: 4 });
});

test('a limit out of range is replaced by the nearest allowed one', async () => {
  for (const [limit, count] of [
    ['0', 1],
    ['-5', 1],
    ['1', 1],
    ['7', 7],
  ] as const)
    assert.is((await get(`limit=${limit}`)).at('count'), count, limit);
  for (const limit of ['201', '99999999999999999999'])
    assert.is((await get(`limit=${limit}`)).status, 200, limit);
  for (const limit of ['ten', '1.5', '', '1&limit=2'])
    assert.is((await get(`limit=${limit}`)).at('error.code'), 'invalid_request', limit);
});

test('since, until and is_complete filter', async () => {
  const middle = all[10]?.submitted_at ?? '';
  // Others may have come since, more than fit on a page.
  const end = new Date(Date.parse(all[0]?.submitted_at ?? '') + 1).toISOString();
  const since = dataOf(await get(`limit=200&since=${middle}&until=${end}`)).map(({ id }) => id);
  const until = dataOf(await get(`limit=200&until=${middle}`)).map(({ id }) => id);
  const expected = all.map(({ id }) => id);
  assert.ok(all.filter((item) => item.submitted_at >= middle).every(({ id }) => since.includes(id)));
  assert.equal(
    until,
    all.filter((item) => item.submitted_at < middle).map(({ id }) => id),
  );
  assert.equal(
    expected.filter((id) => !since.includes(id) && !until.includes(id)),
    [],
  );
  const zoned = new Date(middle).toISOString().replace('Z', '+00:00').replace('+', '%2B');
  assert.equal(
    dataOf(await get(`limit=200&until=${zoned}`)).map(({ id }) => id),
    until,
  );
  assert.is((await get('is_complete=false')).at('count'), 0);
  assert.ok(Number((await get('is_complete=true')).at('count')) >= 23);
  for (const query of [
    'since=yesterday',
    'until=2026-01-01',
    'since=2026-13-01T00:00:00Z',
    'is_complete=maybe',
    'x=1',
  ])
    assert.is((await get(query)).at('error.code'), 'invalid_request', query);
});

test('a cursor is valid for its account and filters only', async () => {
  const cursor = String((await get(`limit=2&form_id=${formId}`)).at('next_cursor'));
  assert.is((await get(`limit=9&form_id=${formId}&cursor=${cursor}`)).status, 200);
  const other = await service.newAccount();
  for (const answer of [
    await get(`cursor=${cursor}`),
    await get(`form_id=${otherFormId}&cursor=${cursor}`),
    await get(`form_id=${formId}&is_complete=true&cursor=${cursor}`),
    await get(`form_id=${formId}&cursor=${cursor}x`),
    await get(`form_id=${formId}&cursor=x${cursor}`),
    await account.api('GET', `/forms?cursor=${cursor}`),
    await other.api('GET', `/submissions?cursor=${cursor}`),
  ]) {
    assert.is(answer.status, 400, answer.text);
    assert.is(answer.at('error.code'), 'invalid_request');
  }
});

test.run();
