import { readFile } from 'node:fs/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as limits from '../../../api/http/body-limits.ts';
import { targetLength } from '../../../api/http/long-targets.ts';
import * as sizes from '../../../domain/form/page-size.ts';
import { maxFormBytes } from '../../../web/form/form-bytes.ts';
import { isPublicPath, pathsOf } from '../../support/routes.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('the table of limits');
let service: TestService;
let section: string;
test.before(async () => {
  service = await startService();
  const document = await readFile('docs/operations.md', 'utf8');
  [, section = ''] = /## Limits of what strangers can ask for\n([^]*?)\n## /.exec(document) ?? [];
});
test.after(() => service.close());

test('it names every public route', async () => {
  await service.app.ready();
  const named = [...section.matchAll(/`(?:[A-Z]+ )?(\/[^`\s]*)`/g)].map(([, path = '']) => path);
  const all = pathsOf(service.app.printRoutes()).filter(isPublicPath);
  assert.ok(all.includes('/f/:form') && all.includes('/api/public/v1/submissions'), all.join(' '));
  // A name with a star stands for all routes below it, which share their limits.
  const isNamed = (path: string) =>
    named.some((name) => (name.endsWith('/*') ? path.startsWith(name.slice(0, -1)) : path === name));
  assert.equal(
    all.filter((path) => !isNamed(path)),
    [],
  );
});

test('its numbers are the limits of the code', () => {
  const numbers = [
    limits.jsonBytes,
    limits.submissionBytes,
    limits.jsonValues,
    limits.objectMembers,
    limits.jsonDepth,
    limits.formNames,
    limits.hookBytes,
    targetLength,
    maxFormBytes,
    sizes.maxRanked,
    sizes.maxCells,
    sizes.maxControls,
    sizes.maxPageBytes,
  ];
  for (const number of numbers) assert.match(section, number.toLocaleString('en'));
});

test.run();
