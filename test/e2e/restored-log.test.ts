// Embedded only: a data directory is restored in part.

import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { formlogJson, startService } from '../support/formlog.ts';
import {
  answeringService,
  Diverged,
  listed,
  logLines,
  openAccount,
  openReceiver,
  settings,
  submit,
  type Account,
} from './restoring.ts';

const test = suite<{ dir: string }>('a log that was restored');
eachInDirectory(test);

const Missing = Type.Object({ model: Type.String(), id: Type.String(), state: Type.String() });
const Finding = Type.Object({ level: Type.String(), message: Type.String() });

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

const received = (receiver: Receiver | undefined, ids: readonly string[]) =>
  eventually('all were received', () => !receiver || ids.every((id) => receiver.timesOf(id) > 0), 20_000);

/** Makes a service with some submissions, of which the log then loses the last ten. */
async function loseTen(
  dir: string,
  receiver?: Receiver,
): Promise<{ account: Account; kept: string[]; lost: string[] }> {
  const first = await startService(dir, settings);
  const account = await openAccount(dir);
  if (receiver) await formlogJson(dir, ['destinations', 'add', '--label', 'receiver', receiver.url]);
  const kept = await submit(account, first.url, 5);
  await eventually('all are listed', async () => (await listed(account, first.url)).length === 5);
  await received(receiver, kept);
  await first.kill('SIGTERM');
  cpSync(join(dir, 'eventstore'), join(dir, 'kept'), { recursive: true });
  const second = await startService(dir, settings);
  const lost = await submit(account, second.url, 10);
  await eventually('all are listed', async () => (await listed(account, second.url)).length === 15);
  await received(receiver, lost);
  await second.kill('SIGTERM');
  rmSync(join(dir, 'eventstore'), { recursive: true });
  cpSync(join(dir, 'kept'), join(dir, 'eventstore'), { recursive: true });
  return { account, kept, lost };
}

async function isFoundByCheck(dir: string): Promise<void> {
  const [found, ...others] = (await formlogJson(dir, ['check'])).map((one) => Value.Parse(Finding, one));
  assert.is(found?.level, 'warning');
  assert.match(found?.message ?? '', 'formlog projections realign');
  assert.equal(others, []);
}

test('followers of a log that lost events stop and say so, before they list or send anything', async ({
  dir,
}) => {
  const { account } = await loseTen(dir);
  const service = await answeringService(dir, settings);
  const ready = await fetch(`${service.url}/readyz`);
  assert.is(ready.status, 503);
  const { diverged } = Value.Parse(Diverged, await ready.json());
  for (const follower of ['submissions', 'deliveries', 'planner', 'health'])
    assert.ok(
      diverged.some(
        (line) => line.startsWith(`${follower}: `) && line.includes('formlog projections realign'),
      ),
      `${follower} in ${JSON.stringify(diverged)}`,
    );
  // What is submitted now goes beyond the positions that the read models had reached.
  const accepted = await submit(account, service.url, 40);
  assert.is(accepted.length, 40);
  const answer = await fetch(`${service.url}/api/public/v1/submissions?id=${accepted[0] ?? ''}`, {
    headers: { 'x-api-key': account.key, 'x-read-after': '1' },
  });
  assert.is(answer.status, 503);
  assert.match(await answer.text(), 'read_model_diverged');
  await isFoundByCheck(dir);
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  await isFoundByCheck(dir);
  const lines = logLines(service).filter(({ level }) => level >= 40);
  assert.equal(lines.length, 1, service.stderr());
});

test('realign builds everything again, lists what is missing, and sends what was not sent', async ({
  dir,
}) => {
  const receiver = await openReceiver();
  const { account, kept, lost } = await loseTen(dir, receiver);
  const service = await answeringService(dir, settings);
  const accepted = await submit(account, service.url, 40);
  const file = join(dir, 'missing.jsonl');
  await formlogJson(dir, ['projections', 'realign', '--file', file]);
  const missing = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Value.Parse(Missing, JSON.parse(line)));
  assert.equal(
    missing.filter(({ model }) => model === 'submissions').map(({ id }) => id),
    lost.toSorted(),
  );
  assert.is(missing.filter(({ model }) => model === 'deliveries').length, lost.length);
  await eventually('it is ready', async () => (await fetch(`${service.url}/readyz`)).ok);
  assert.equal((await listed(account, service.url)).toSorted(), [...kept, ...accepted].toSorted());
  await received(receiver, accepted);
  for (const id of [...kept, ...accepted]) assert.is(receiver.timesOf(id), 1, `${id} was sent once`);
  assert.equal(await formlogJson(dir, ['check']), []);
  await formlogJson(dir, ['projections', 'verify', 'submissions']);
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  await receiver.close();
});

test.run();
