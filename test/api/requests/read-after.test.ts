import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('reads after a position, on every endpoint');

let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

/** No event of the log changes what they answer. */
const needNoWait = [
  '/api/public/v1/destinations/template',
  '/api/admin/v1/destinations/template',
  '/api/admin/v1/destinations/parked',
  '/api/admin/v1/event-store-members',
];
/** What an endpoint cannot do without. */
const queries: Readonly<Record<string, string>> = {
  '/api/admin/v1/accounts/{id}/recoverable': '?since=2026-01-01T00:00:00Z',
};

/** Everything that can be read, as the service describes itself: an endpoint that is added is in it. */
async function readable(): Promise<string[]> {
  const described = await service.inject({ method: 'GET', url: '/openapi.json' });
  const { paths } = JSON.parse(described.text) as { paths: Record<string, object> };
  return Object.keys(paths).filter((path) => path.startsWith('/api/') && 'get' in (paths[path] ?? {}));
}

test('no endpoint answers before its read model has reached the position', async () => {
  const { accountId, api } = await service.newAccount();
  const form = await service.newForm(accountId);
  const made = await api('POST', '/submissions', { body: { form_id: form, answers: { name: 'Ada' } } });
  await service.settled();
  const idFor = (path: string): string => {
    if (path.includes('/accounts/')) return accountId;
    if (path.includes('/projections/')) return 'forms';
    return path.includes('/submissions/{id}') ? String(made.at('id')) : form;
  };
  const paths = await readable();
  assert.ok(paths.length > 20, paths.join());
  const answers = await Promise.all(
    paths.map(async (path) => {
      const url = path.replace('{id}', idFor(path)) + (queries[path] ?? '');
      const ask = async (position: string) => {
        const headers = { 'x-read-after': position };
        if (path.startsWith('/api/public/')) return api('GET', url.replace(/^.*\/v1/, ''), { headers });
        return service.admin('GET', url.replace(/^.*\/v1/, ''), { headers });
      };
      const [early, nonsense] = [await ask('9'.repeat(18)), await ask('soon')];
      return `${path} ${early.status} ${String(early.at('error.code'))} ${nonsense.status}`;
    }),
  );
  const right = (path: string) => `${path} 503 read_model_behind 400`;
  const isFree = (line: string) => needNoWait.some((path) => line.startsWith(`${path} `));
  assert.equal(
    answers.filter((line) => !isFree(line)),
    paths.filter((path) => !needNoWait.includes(path)).map(right),
  );
});

test('no endpoint answers with a part of a read model that is being built for the first time', async () => {
  const { accountId, api } = await service.newAccount();
  const { progress } = service.deps;
  const { untilComplete } = progress;
  Object.assign(progress, { untilComplete: async () => 37 });
  try {
    const asked = [
      await api('GET', '/forms'),
      await api('GET', '/submissions'),
      await service.admin('GET', `/accounts/${accountId}/forms`),
      await service.admin('GET', `/accounts/${accountId}/deliveries`),
    ];
    for (const answer of asked) {
      assert.equal([answer.status, answer.at('error.code')], [503, 'read_model_behind'], answer.text);
      assert.is(answer.at('error.details.built_percent'), 37);
      assert.ok(answer.header('retry-after'));
    }
  } finally {
    Object.assign(progress, { untilComplete });
  }
});

test.run();
