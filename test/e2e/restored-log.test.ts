// Embedded only: a data directory is restored in part.

import { cpSync, rmSync } from 'node:fs';
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
  submit,
  type Account,
} from './restoring.ts';

const test = suite<{ dir: string }>('a log that was restored');
eachInDirectory(test);

const Finding = Type.Object({ level: Type.String(), message: Type.String() });

/** Makes a service with some submissions, of which the log then loses the last ten. */
async function loseTen(dir: string): Promise<{ account: Account; kept: string[]; lost: string[] }> {
  const first = await startService(dir);
  const account = await openAccount(dir);
  const kept = await submit(account, first.url, 5);
  await eventually('all are listed', async () => (await listed(account, first.url)).length === 5);
  await first.kill('SIGTERM');
  cpSync(join(dir, 'eventstore'), join(dir, 'kept'), { recursive: true });
  const second = await startService(dir);
  const lost = await submit(account, second.url, 10);
  await eventually('all are listed', async () => (await listed(account, second.url)).length === 15);
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
  const service = await answeringService(dir);
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

test.run();
