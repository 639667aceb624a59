// Embedded only: the data of the stores is replaced.

import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rootUrl } from '../support/repository.ts';
import { oneMachine } from './restores/places.ts';
import { restores, runRestores } from './restores/run-restores.ts';

const test = suite('restores in docs/operations.md');

test('are exactly those executed here and on a cluster', () => {
  const text = readFileSync(new URL('docs/operations.md', rootUrl), 'utf8');
  const table = text.slice(text.indexOf('\n| restored ')).split('\n\n', 1)[0] ?? '';
  const [, , ...rows] = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, cell]) => cell);
  assert.equal(rows.toSorted(), Object.keys(restores).toSorted());
});

test.run();
runRestores('one machine', oneMachine);
