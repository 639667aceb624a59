import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedHeaders } from '../../../../dispatcher/worker/signature.ts';
import type { SignatureScheme } from '../../../../domain/destination/events.ts';
import { eventually } from '../../../support/eventually.ts';
import { apiError, startFakeService } from '../fake-service.ts';
import { cliFile, runCli } from '../run-cli.ts';

const test = suite('formlog listen');

const Registered = Type.Object({ url: Type.String(), events: Type.Array(Type.String()) });
const Line = Type.Object({
  delivery_id: Type.Union([Type.String(), Type.Null()]),
  event: Type.Union([Type.String(), Type.Null()]),
  submission_id: Type.Union([Type.String(), Type.Null()]),
  verified: Type.Boolean(),
  duplicate: Type.Boolean(),
  reason: Type.Optional(Type.String()),
});

const secret = 'c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0MTI=';

/** A listener as a process of its own, registered with a service that takes its destination. */
async function startListener(...args: string[]) {
  const service = await startFakeService(({ method, body }) =>
    method === 'DELETE'
      ? { status: 204 }
      : {
          status: 201,
          body: { id: 'd1', label: '', enabled: true, signing_secret: secret, ...Object(body) },
        },
  );
  const child = spawn(process.execPath, [...process.execArgv, cliFile, 'listen', '--json', ...args], {
    env: { ...process.env, FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines: unknown[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await eventually('it listens', () => stderr.includes('Listening on'));
  const { url, events } = Value.Parse(Registered, service.requests[0]?.body);
  async function ended() {
    const code = await exited;
    await service.close();
    return code;
  }
  const stop = () => {
    child.kill('SIGINT');
    return ended();
  };
  const readNoMore = () => void child.stdout.destroy();
  const read = () => lines.map((line) => Value.Parse(Line, line));
  return { url, events, service, lines: read, readNoMore, ended, stop };
}

interface Sending {
  readonly deliveryId?: string;
  readonly secret?: string;
  readonly now?: Date;
  readonly scheme?: SignatureScheme;
  readonly product?: string;
}

async function send(url: string, { deliveryId = 'e1', scheme = 'timestamped', ...rest }: Sending = {}) {
  const body = Buffer.from(JSON.stringify({ submission_id: 's1', form: 'Poll', form_id: 'f1', answers: {} }));
  const signing = {
    event: 'submission.created',
    now: rest.now ?? new Date(),
    product: rest.product ?? 'Service',
  };
  const headers = signedHeaders({ scheme, secrets: [rest.secret ?? secret], body, deliveryId, ...signing });
  return (await fetch(url, { method: 'POST', body, headers })).status;
}

test('registers for every event, prints whether each signature is valid, and removes its destination', async () => {
  const listener = await startListener();
  assert.equal(listener.events, [
    'submission.created',
    'submission.payment_completed',
    'submission.corrected',
    'form.published',
  ]);
  assert.is(await send(listener.url), 204);
  assert.is(await send(listener.url), 204);
  assert.is(await send(listener.url, { deliveryId: 'e2', secret: 'wrong' }), 401);
  const old = new Date(Date.now() - 301_000);
  assert.is(await send(listener.url, { deliveryId: 'e3', now: old }), 401);
  assert.is(await send(listener.url, { deliveryId: 'e2', product: 'Acme' }), 204);
  assert.is((await fetch(listener.url)).status, 405);
  await eventually('all lines are there', () => listener.lines().length >= 5);
  assert.equal(
    listener.lines().map((line) => [line.delivery_id, line.verified, line.duplicate, line.reason]),
    [
      ['e1', true, false, undefined],
      ['e1', true, true, undefined],
      ['e2', false, false, 'wrong_signature'],
      ['e3', false, false, 'outside_tolerance'],
      ['e2', true, false, undefined],
    ],
  );
  for (const line of listener.lines())
    assert.equal([line.event, line.submission_id], ['submission.created', 's1']);
  assert.is(await listener.stop(), 0);
  const last = listener.service.requests.at(-1);
  assert.equal([last?.method, last?.path], ['DELETE', '/api/admin/v1/destinations/d1']);
});

test('removes its destination when the reader of its output ends, as head does', async () => {
  const listener = await startListener();
  listener.readNoMore();
  assert.is(await send(listener.url), 204);
  assert.is(await listener.ended(), 0);
  assert.is(listener.service.requests.at(-1)?.method, 'DELETE');
});

test('keeps the destination with --keep, and verifies the requested scheme', async () => {
  const listener = await startListener('--keep', '--signature', 'standard-webhooks');
  assert.is(await send(listener.url, { scheme: 'standard-webhooks' }), 204);
  assert.is(await send(listener.url), 401);
  assert.is(await listener.stop(), 0);
  assert.equal(
    listener.service.requests.map(({ method }) => method),
    ['POST'],
  );
});

test('a refused registration, or a port that is taken, ends it with exit code 1', async () => {
  const service = await startFakeService(() => apiError(400, 'invalid_request'));
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const refused = await runCli(['listen'], env);
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /invalid_request/);
  const taken = await runCli(['listen', '--port', String(service.port)], env);
  await service.close();
  assert.is(taken.code, 1);
  assert.match(taken.stderr, /--port/);
});

test.run();
