import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { tsImport } from 'tsx/esm/api';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collectionsOf } from '../../../projections/collections.ts';
import type { Projection } from '../../../projections/projection.ts';
import { documentQueries } from '../../../projections/queries/documents.ts';
import { noForms } from '../../support/forms.ts';
import { rootUrl } from '../../support/repository.ts';
import { supervise } from '../generations/supervising.ts';
import { startStores, writerTo } from '../running.ts';
import { formCreated, submitted } from '../samples.ts';

const test = suite('docs/projections.md');

const page = readFileSync(new URL('docs/projections.md', rootUrl), 'utf8');
const file = fileURLToPath(new URL(`test/projections/own-model-${process.pid}.ts`, rootUrl));
test.after(() => rmSync(file, { force: true }));

/** The read model of the page, as it stands there. */
async function modelOfThePage(): Promise<Projection> {
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  writeFileSync(file, code.replace('./projection.ts', '../../projections/projection.ts'));
  const { submissionDays } = (await tsImport(file, import.meta.url)) as { submissionDays: Projection };
  return submissionDays;
}

/** The pipeline of the page, as it stands there. */
function pipelineOfThePage(): object[] {
  const [, code = ''] = /\.aggregate\((.*?)\);$/ms.exec(page) ?? [];
  return runInNewContext(`(${code})`) as object[];
}

test('the example read model is one file, and an erasure removes the data from it', async () => {
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
  const counts = async () => {
    const found = stores.store
      .collection<{ _id: string }>('submission-days@1')
      .aggregate(pipelineOfThePage());
    return new Map(
      (await found.toArray()).map(({ _id, ...rest }) => [JSON.stringify(_id), rest['submissions']]),
    );
  };
  try {
    await projector.reaches(last);
    const documents = documentQueries(collectionsOf(stores.store), [model], projector.aliases, noForms);
    const first = await documents.list('submission-days', { limit: 2 });
    const rest = await documents.list('submission-days', { limit: 9, after: first?.next ?? undefined });
    const base = { account_id: 'acme', form_id: 'f1' };
    assert.equal(
      [...(first?.items ?? []), ...(rest?.items ?? [])],
      [
        { id: 's1', ...base, day: '2026-02-01' },
        { id: 's2', ...base, day: '2026-02-02' },
        { id: 's3', ...base, day: '2026-02-02' },
      ],
    );
    assert.equal([...(await counts()).values()].map(Number).sort(), [1, 2]);
    const data = { submissionId: 's3', formId: 'f1', at: on('03') };
    await projector.reaches(await write({ stream: 'audit-acme', event: { type: 'SubmissionErased', data } }));
    assert.equal([...(await counts()).values()].map(Number), [1, 1]);
    assert.is(await documents.list('unheard-of', { limit: 1 }), null);
  } finally {
    await projector.stop();
    await stores.close();
  }
});

test.run();
