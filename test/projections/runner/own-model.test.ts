import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Projection } from '../../../projections/projection.ts';
import { documentQueries } from '../../../projections/queries/documents.ts';
import { startStores, writerTo } from '../running.ts';
import { formCreated, submitted } from '../samples.ts';
import { supervise } from '../generations/supervising.ts';
import { rootUrl } from '../../support/repository.ts';
import { collectionsOf } from '../../../projections/collections.ts';

const test = suite('docs/projections.md');

const page = readFileSync(new URL('docs/projections.md', rootUrl), 'utf8');
const file = fileURLToPath(new URL(`test/projections/own-model-${process.pid}.ts`, rootUrl));
test.after(() => rmSync(file, { force: true }));

/** The read model of the page, as it stands there. */
async function modelOfThePage(): Promise<Projection> {
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  writeFileSync(file, code.replace('./projection.ts', '../../projections/projection.ts'));
  const { dailyCounts } = (await tsImport(file, import.meta.url)) as { dailyCounts: Projection };
  return dailyCounts;
}

test('the read model of the page is one file, and counts the submissions of each day', async () => {
  const stores = await startStores();
  const model = await modelOfThePage();
  const write = writerTo(stores.log);
  const on = (day: string) => `2026-02-${day}T10:00:00.000Z`;
  const last = await write(
    formCreated('f1'),
    submitted('s1', { at: on('01') }),
    submitted('s2', { at: on('02') }),
    submitted('s3', { at: on('02') }),
  );
  const projector = await supervise(stores, model);
  try {
    await projector.reaches(last);
    const documents = documentQueries(collectionsOf(stores.store), [model], projector.aliases);
    const first = await documents.list('daily-counts', { limit: 1 });
    const rest = await documents.list('daily-counts', { limit: 9, after: first?.next ?? undefined });
    const base = { account_id: 'acme', form_id: 'f1' };
    assert.equal(
      [...(first?.items ?? []), ...(rest?.items ?? [])],
      [
        { id: 'f1 2026-02-01', ...base, day: '2026-02-01', submissions: 1 },
        { id: 'f1 2026-02-02', ...base, day: '2026-02-02', submissions: 2 },
      ],
    );
    const one = await documents.list('daily-counts', { limit: 9, id: 'f1 2026-02-02' });
    assert.equal(one?.items, rest?.items);
    assert.is(await documents.list('unheard-of', { limit: 1 }), null);
  } finally {
    await projector.stop();
    await stores.close();
  }
});

test.run();
