import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inParallel } from '../../async/in-parallel.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, type Running, startService } from '../support/formlog.ts';
import { pollFiles, pollResponses } from '../support/polls.ts';
import { deliveries, Imported, openReader } from './poll-run.ts';

interface Context {
  dataDir: string;
  service: Running & { url: string };
  listener: Running;
}

const test = suite<Context>('a poll, from its file to the listener');

test.before(async (context) => {
  context.dataDir = mkdtempSync(join(tmpdir(), 'formlog-e2e-'));
  context.service = await startService(context.dataDir);
  context.listener = formlog(context.dataDir, ['listen', '--json']);
  await eventually('the listener is registered', () => context.listener.stderr().includes('istening'));
});

test.after(async ({ dataDir, service, listener }) => {
  await listener.kill('SIGINT');
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  rmSync(dataDir, { recursive: true });
});

/** `npm run test:long` takes all of them, which differ in size and in the shape of their headers. */
const files = process.env['POLLS'] === 'all' ? pollFiles() : pollFiles().slice(0, 1);

for (const file of files) {
  test(`${basename(file)}: each response is accepted, read back unchanged and delivered once`, async ({
    dataDir,
    service,
    listener,
  }) => {
    const responses = pollResponses(file);
    const before = deliveries(listener.lines).length;
    const imported = Value.Parse(Imported, (await formlogJson(dataDir, ['import', file])).at(-1));
    assert.is(imported.accepted, responses.length);
    assert.is(imported.refused, 0);

    const reader = await openReader(dataDir, service.url);
    const ids = await eventually('all are listed', async () => {
      const listed = await reader.submissionIds(imported.form_id);
      return listed.length >= responses.length && listed;
    });
    assert.is(ids.length, responses.length);
    assert.is(new Set(ids).size, ids.length, 'none is listed twice');

    const answers: string[] = [];
    await inParallel(16, ids, async (id) => {
      answers.push(JSON.stringify(await reader.answersOf(id)));
    });
    assert.equal(answers.sort(), responses.map((cells) => JSON.stringify(cells)).sort());

    const delivered = await eventually(
      'all are delivered',
      () => {
        const arrived = deliveries(listener.lines).slice(before);
        return arrived.length >= responses.length && arrived;
      },
      60_000,
    );
    assert.equal(delivered.map(({ submission_id }) => submission_id).sort(), ids.sort());
    assert.is(new Set(delivered.map(({ delivery_id }) => delivery_id)).size, delivered.length);
    assert.ok(
      delivered.every(({ verified }) => verified),
      'every signature is valid',
    );
  });
}

test.run();
