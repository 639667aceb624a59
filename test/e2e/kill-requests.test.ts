// Embedded only: the service and its stores are in one directory.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readServiceFile } from '../../app/data-dir/service-file.ts';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { eachInDirectory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { type Running, startService } from '../support/formlog.ts';
import { inLongRun, isLongRun } from '../support/long-run.ts';

const test = suite<{ dir: string }>('SIGKILL in the middle of a request with an Idempotency-Key');
const started: Running[] = [];

// Before the directory is removed.
test.after.each(async () => {
  await Promise.all(started.splice(0).map((service) => service.kill('SIGKILL')));
});
eachInDirectory(test);

const Listed = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });
const History = Type.Object({ data: Type.Array(Type.Object({ type: Type.String() })) });

/** Starts the service of a directory. @param killAt the instant of a request at which it dies */
async function start(dir: string, killAt?: string) {
  const plant = entryUrl('./kill-plant', import.meta.url).href;
  const service = await startService(
    dir,
    killAt ? { NODE_OPTIONS: `--import=${plant}`, KILL_AT: killAt } : {},
  );
  started.push(service);
  const headers = {
    authorization: `Bearer ${readFileSync(join(dir, 'operator-token'), 'utf8').trim()}`,
    'content-type': 'application/json',
  };
  const call = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/api/admin/v1${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(body && { body: JSON.stringify(body) }),
    });
    const kept = ['etag', 'location', 'x-log-position'].map((name) => response.headers.get(name));
    const replayed = response.headers.get('idempotency-replayed');
    return { status: response.status, text: await response.text(), kept, replayed };
  };
  const ids = async (path: string) =>
    Value.Parse(Listed, JSON.parse((await call('GET', path)).text)).data.map(({ id }) => id);
  const account = `/accounts/${readServiceFile(dir)?.account_id}`;
  const formId = await eventually('the form is listed', async () => (await ids(`${account}/forms`))[0]);
  return { service, call, ids, account, formId };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Repeats a request to a service that dies at one instant after the other, and then lives. @returns the service */
async function repeatUntilAnswered(
  dir: string,
  instants: readonly string[],
  request: (to: Started) => ReturnType<Started['call']>,
): Promise<Started> {
  for (const killAt of instants) {
    const dying = await start(dir, killAt);
    const lost = await request(dying).then(
      ({ text }) => text,
      () => null,
    );
    assert.is(lost, null, `killed ${killAt}, the request has no answer`);
    await dying.service.exited;
  }
  const living = await start(dir);
  const answer = await request(living);
  assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
  assert.equal(await request(living), { ...answer, replayed: 'true' });
  return living;
}

inLongRun(test)('PATCH: the repetition succeeds, and there is one change', async ({ dir }) => {
  const instants = ['before its append', 'before its answer is stored', 'after its answer was stored'];
  const { call, formId } = await repeatUntilAnswered(dir, instants, (to) =>
    to.call(
      'PATCH',
      `/forms/${to.formId}`,
      { title: 'Renamed' },
      { 'idempotency-key': 'k', 'if-match': '"1"' },
    ),
  );
  const history = await call('GET', `/forms/${formId}/history`);
  const types = Value.Parse(History, JSON.parse(history.text)).data.map(({ type }) => type);
  assert.is(types.filter((type) => type === 'FormDetailsChanged').length, 1, history.text);
});

test('POST: the repetition succeeds, and there is one submission', async ({ dir }) => {
  const instants = [...(isLongRun ? ['before its append'] : []), 'before its answer is sent'];
  const { ids, account } = await repeatUntilAnswered(dir, instants, (to) =>
    to.call(
      'POST',
      `${to.account}/submissions`,
      { form_id: to.formId, answers: { name: 'Ada', drink: 'tea', rating: 5 } },
      { 'idempotency-key': 'k' },
    ),
  );
  await eventually('it is listed', async () => (await ids(`${account}/submissions`)).length > 0);
  assert.is((await ids(`${account}/submissions`)).length, 1);
});

test.run();
