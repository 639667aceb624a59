import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { startEventStore } from '../../embedded-eventstore/src/server.ts';
import { startMongo } from '../../embedded-mongodb/src/server.ts';

const test = suite<{ dir: string }>('format of embedded stores');
eachInDirectory(test);

const stores = [
  { name: 'eventstore', start: startEventStore, format: 2, reads: '1 and 2' },
  { name: 'mongodb', start: startMongo, format: 3, reads: '1 and 2 and 3' },
] as const;

async function refusalOf(
  start: (options: { dir: string; port: number }) => Promise<{ close(): Promise<void> }>,
  dir: string,
) {
  return start({ dir, port: 0 }).then(
    async (server) => {
      await server.close();
      return 'started';
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

for (const { name, start, format, reads } of stores) {
  test(`${name}: a new directory is marked with its store and format`, async ({ dir }) => {
    assert.is(await refusalOf(start, dir), 'started');
    assert.equal(JSON.parse(readFileSync(join(dir, 'format.json'), 'utf8')), { store: name, format });
    assert.is(await refusalOf(start, dir), 'started');
  });

  test(`${name}: a directory of an earlier version without a mark is read, and marked`, async ({ dir }) => {
    assert.is(await refusalOf(start, dir), 'started');
    rmSync(join(dir, 'format.json'));
    assert.is(await refusalOf(start, dir), 'started');
    assert.match(readFileSync(join(dir, 'format.json'), 'utf8'), name);
  });

  test(`${name}: a directory of another format is refused with the next step`, async ({ dir }) => {
    assert.is(await refusalOf(start, dir), 'started');
    for (const other of [0, format + 1]) {
      writeFileSync(join(dir, 'format.json'), JSON.stringify({ store: name, format: other }));
      const refusal = await refusalOf(start, dir);
      assert.match(refusal, `${dir} has format ${other}, and this version of Formlog reads format ${reads}:`);
      assert.match(refusal, 'start the version that wrote it');
      assert.not.match(refusal, '\n');
    }
    writeFileSync(join(dir, 'format.json'), '{');
    assert.match(await refusalOf(start, dir), 'format.json is damaged');
    writeFileSync(join(dir, 'format.json'), JSON.stringify({ store: 'other', format: 1 }));
    assert.match(await refusalOf(start, dir), 'holds the files of an embedded other');
  });

  test(`${name}: a directory of an earlier format is read, and marked with the new one`, async ({ dir }) => {
    assert.is(await refusalOf(start, dir), 'started');
    writeFileSync(join(dir, 'format.json'), JSON.stringify({ store: name, format: format - 1 }));
    assert.is(await refusalOf(start, dir), 'started');
    assert.is(readFileSync(join(dir, 'format.json'), 'utf8'), `{"store":"${name}","format":${format}}\n`);
  });
}

test.run();
