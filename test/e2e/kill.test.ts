// Embedded only: the log is looked at in its files.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { subjectOf } from '../../domain/delivery/subject.ts';
import { caughtUp } from '../../log/event-log.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import { startEventStore } from '../../packages/embedded-eventstore/src/server.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, startService } from '../support/formlog.ts';
import { freePort } from '../support/free-port.ts';
import { deliveries, Imported, openReader } from './poll-run.ts';

const test = suite('kill -9 in the middle of an import');

const rows = 1_500;

function writePoll(folder: string): string {
  const lines = Array.from({ length: rows }, (_, i) => `${i},${i % 3 === 0 ? 'Yes' : 'No'},"Comment, ${i}"`);
  const file = join(folder, 'poll.csv');
  writeFileSync(file, ['Number,Did you like it?,Why?', ...lines].join('\n'));
  return file;
}

/** How often each submission, and the first event of a delivery of each, stands in the log. */
async function countInLog(dataDir: string) {
  const store = await startEventStore({ dir: join(dataDir, 'eventstore'), port: 0 });
  const log = openEventStoreLog({ url: store.url });
  const submissions: string[] = [];
  const begun: string[] = [];
  const { signal } = new AbortController();
  const all = log.backlog({ after: null, streamPrefixes: ['submission-', 'delivery-'], signal });
  for (let batch; (batch = await all.take(1_000));)
    for (const item of batch) {
      const event = item === caughtUp ? undefined : item.event?.event;
      if (event?.type === 'SubmissionCreated') submissions.push(event.data.submissionId);
      // The listener is told of the form's publication as well, which has no submission.
      const plan = event?.type === 'DeliveryAttempted' ? event.data.planned : undefined;
      const submissionId = plan && subjectOf(plan).submissionId;
      if (submissionId) begun.push(submissionId);
    }
  await log.close();
  await store.close();
  return { submissions, begun };
}

test('loses and repeats no submission: in the log, in the read model, at the listener', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'formlog-kill-'));
  const file = writePoll(dataDir);
  const port = { PORT: String(await freePort()) };
  const first = await startService(dataDir, port);
  const listener = formlog(dataDir, ['listen', '--json']);
  await eventually('the listener is registered', () => listener.stderr().includes('istening'));

  const interrupted = formlog(dataDir, ['import', file, '--json']);
  await eventually('deliveries arrive', () => deliveries(listener.lines).length >= 20, 30_000);
  assert.is(interrupted.process.exitCode, null, 'the import is still under way');
  await Promise.all([first.kill('SIGKILL'), interrupted.kill('SIGKILL')]);

  const second = await startService(dataDir, port);
  const imported = Value.Parse(Imported, (await formlogJson(dataDir, ['import', file])).at(-1));
  assert.is(imported.accepted, rows);
  const reader = await openReader(dataDir, second.url);
  const ids = await eventually('all are listed', async () => {
    const listed = await reader.submissionIds(imported.form_id);
    return listed.length >= rows && listed;
  });
  assert.is(new Set(ids).size, rows);
  assert.is(ids.length, rows);

  const arrived = () => new Map(deliveries(listener.lines).map((d) => [d.delivery_id, d.submission_id]));
  await eventually('all are delivered', () => arrived().size >= rows, 60_000);
  assert.equal([...arrived().values()].sort(), [...ids].sort(), 'one delivery id for each submission');

  await listener.kill('SIGINT');
  assert.is(await second.kill('SIGTERM'), 0, second.stderr());
  const logged = await countInLog(dataDir);
  assert.equal(logged.submissions.sort(), [...ids].sort());
  assert.equal(logged.begun.sort(), [...ids].sort());
  rmSync(dataDir, { recursive: true });
});

test.run();
