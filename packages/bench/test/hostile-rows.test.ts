import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isPublicPath, pathsOf } from '../../../test/support/routes.ts';
import { startService, type TestService } from '../../../test/support/service.ts';
import { hostileRows } from '../src/hostile/rows.ts';
import { type Genes, openDice, search } from '../src/hostile/search.ts';

const test = suite('bench: hostile requests');
let service: TestService;
test.before(async () => {
  service = await startService();
  await service.app.ready();
});
test.after(() => service.close());

const measured = [...new Set(hostileRows.flatMap(({ routes }) => routes))];

test('every public path has a row, and every row a path', () => {
  const paths = [...new Set(pathsOf(service.app.printRoutes()).filter(isPublicPath))].sort();
  const named = [...new Set(measured.map((route) => route.replace(/^[A-Z]+ /, '')))].sort();
  assert.equal(named, paths);
});

test('every operation of the public API has a row', async () => {
  const { text } = await service.inject({ method: 'GET', url: '/openapi.json' });
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/public/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
        .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
  assert.ok(operations.length > 30, `${operations.length} operations`);
  // Uploads by tus are described by its protocol.
  const described = measured.filter((route) => / \/api\/public\/(?!v1\/uploads)/.test(route));
  assert.equal(operations.sort(), described.sort());
});

test('the search finds the worst of both classes', async () => {
  const cost = async ([first = 0, second = 0]: Genes) =>
    first > 0.5
      ? ({ class: 'accepted', ms: second } as const)
      : ({ class: 'refused', ms: 1 - second } as const);
  const { accepted, refused } = await search(2, 100, openDice(1), cost);
  assert.is(accepted?.[1], 1);
  assert.is(refused?.[1], 0);
});

test.run();
