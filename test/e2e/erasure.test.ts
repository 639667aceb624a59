// Embedded only: the files of the stores are searched.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { filesHolding } from '../support/files-holding.ts';
import { startService } from '../support/formlog.ts';

const test = suite('erasure');
const dir = mkdtempSync(join(tmpdir(), 'formlog-erasure-'));
let started: Awaited<ReturnType<typeof prepared>>;
test.before(async () => {
  started = await prepared();
});
test.after(async () => {
  started.receiver.close();
  assert.is(await started.service.kill('SIGTERM'), 0, started.service.stderr());
  rmSync(dir, { recursive: true });
});

const WithId = Type.Object({ id: Type.String() });
const List = Type.Object({ data: Type.Array(Type.Record(Type.String(), Type.Unknown())) });
const account = 'demo';
/** Each takes as long as the leases of the killed process. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 1);

/** The two APIs of a service over a directory. */
function apis(url: string, key: string) {
  const token = readFileSync(join(dir, 'operator-token'), 'utf8').trim();
  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${path.startsWith('admin') ? token : key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json: unknown = text === '' ? null : JSON.parse(text);
    return { status: response.status, text, json, position: response.headers.get('x-log-position') };
  }
  return { call };
}
type Api = ReturnType<typeof apis>;

const holding = (value: string) => filesHolding(dir, value);

async function prepared() {
  // Whatever it is told, it says again: the log keeps the beginning of what receivers answer.
  const receiver = await startReceiver(() => (response) => {
    const last = receiver.received.at(-1)?.body ?? '';
    const answers = last.slice(last.indexOf('"answers"'));
    response.writeHead(200).end(answers);
  });
  const service = await startService(dir);
  const key = await eventually('the key', () => /(flg_live_\w+)/.exec(service.lines.join(''))?.[1] ?? null);
  const { call } = apis(service.url, key);
  const destination = await call('POST', `admin/v1/accounts/${account}/destinations`, {
    label: 'Echo',
    url: receiver.url,
    events: ['submission.created'],
  });
  assert.is(destination.status, 201, destination.text);
  return { receiver, service, key };
}

/** @returns the id of a form with one question */
async function newForm({ call }: Api): Promise<string> {
  const form = Value.Parse(
    WithId,
    (
      await call('POST', `admin/v1/accounts/${account}/forms`, {
        title: 'Planted',
        fields: [{ label: 'Word', kind: 'short_text', required: true }],
      })
    ).json,
  );
  assert.is((await call('PATCH', `admin/v1/forms/${form.id}`, { status: 'published' })).status, 200);
  return form.id;
}

async function submit({ call }: Api, formId: string, word: string) {
  const made = await call(
    'POST',
    'public/v1/submissions',
    { form_id: formId, answers: { Word: word } },
    { 'idempotency-key': word },
  );
  assert.is(made.status, 201, made.text);
  return { ...Value.Parse(WithId, made.json), position: made.position ?? '' };
}

const deliveriesOf = async ({ call }: Api, submissionId: string) =>
  Value.Parse(List, (await call('GET', `admin/v1/deliveries?submission_id=${submissionId}`)).json).data;

/** Waits until the webhook of a submission has arrived, and the delivery log says so. */
const delivered = (api: Api, submissionId: string) =>
  eventually(
    'delivered',
    async () => {
      const [delivery] = await deliveriesOf(api, submissionId);
      return delivery?.['status'] === 'succeeded' && Value.Parse(WithId, delivery).id;
    },
    20_000,
  );

const erase = ({ call }: Api, id: string) => call('POST', `admin/v1/submissions/${id}/erase`);

const completed = (api: Api, id: string) =>
  eventually('erased', async () => /"status":"erased"/.test((await erase(api, id)).text), 60_000);

const countOf = async ({ call }: Api, formId: string): Promise<unknown> =>
  Value.Parse(
    Type.Object({ submission_count: Type.Integer() }),
    (await call('GET', `public/v1/forms?id=${formId}`)).json,
  ).submission_count;

test('nothing of an erased submission is left in the data directory, and everything of others', async () => {
  const { service, key } = started;
  const api = apis(service.url, key);
  const { call } = api;
  const formId = await newForm(api);
  // As the index of words has them, too.
  const words = Array.from({ length: 12 }, (_, n) => `planted${n}word`);
  const made = [];
  for (const word of words) made.push(await submit(api, formId, word));
  const [first, second] = made;
  if (!first || !second) throw new Error('nothing was submitted');
  const deliveryIds = [];
  for (const { id } of made) deliveryIds.push(await delivered(api, id));
  for (const word of words) assert.ok(holding(word).length >= 2, `${word} is in both stores`);
  assert.is(await countOf(api, formId), 12);

  const gone = made.slice(0, 3);
  for (const { id } of gone) {
    const answer = await erase(api, id);
    assert.is(answer.status, 200, answer.text);
    const { position } = answer;
    const after = { 'x-read-after': position ?? '' };
    assert.is((await call('GET', `public/v1/submissions?id=${id}`, undefined, after)).status, 404);
  }
  for (const { id } of gone) await completed(api, id);
  for (const [n, word] of words.entries()) {
    const found = holding(word);
    if (n < gone.length) assert.equal(found, [], word);
    else assert.ok(found.length >= 2, word);
  }

  assert.is(await countOf(api, formId), 9);
  const deliveryId = deliveryIds[0] ?? '';
  for (const [method, path] of [
    ['GET', `submissions/${first.id}/history`],
    ['GET', `deliveries/${deliveryId}/history`],
    ['GET', `deliveries/${deliveryId}`],
    ['GET', `deliveries/${deliveryId}/requests`],
    ['POST', `deliveries/${deliveryId}/replay`],
  ] as const) {
    const answer = await call(method, `admin/v1/${path}`);
    assert.is(answer.status, 410, `${path}: ${answer.text}`);
    assert.match(answer.text, '"erased_at"');
  }
  const again = await call(
    'POST',
    'public/v1/submissions',
    { form_id: formId, answers: { Word: words[0] } },
    { 'idempotency-key': words[0] ?? '' },
  );
  assert.is(again.status, 410, again.text);
  const facts = Value.Parse(List, (await call('GET', `admin/v1/accounts/${account}/audit`)).json).data;
  const types = facts.map(({ type }) => String(type));
  for (const type of ['SubmissionErased', 'DeliveryErased', 'ErasureCompleted'])
    assert.is(types.filter((one) => one === type).length, 3, type);
  const exported = await (
    await fetch(`${service.url}/api/admin/v1/exports/events`, {
      headers: {
        authorization: `Bearer ${readFileSync(join(dir, 'operator-token'), 'utf8').trim()}`,
      },
    })
  ).text();
  for (const { id } of gone) assert.not.match(exported, `submission-${id}`);
  assert.match(exported, `submission-${made[5]?.id ?? ''}`);

  // Built anew from what is left, every model is as it was: the same documents, the same counts.
  for (const name of ['forms', 'submissions', 'deliveries']) {
    assert.is((await call('POST', `admin/v1/projections/${name}/verify`, {})).status, 202);
    const report = await eventually(
      'verified',
      async () => {
        const listed = await call('GET', `admin/v1/projections/${name}.verify`);
        const { report: found } = Value.Parse(Type.Object({ report: Type.Unknown() }), listed.json);
        return found;
      },
      30_000,
    );
    assert.is(
      Value.Parse(Type.Object({ different: Type.Integer() }), report).different,
      0,
      JSON.stringify(report),
    );
  }
});

test('an erasure that is killed at any point is continued by the next start', async () => {
  const formId = await newForm(apis(started.service.url, started.key));
  for (let round = 0; round < rounds; round++) {
    const api = apis(started.service.url, started.key);
    const word = `round${round}word`;
    const { id } = await submit(api, formId, word);
    await delivered(api, id);
    assert.is((await erase(api, id)).status, 200);
    // Before, between and after the steps.
    await delay(((round * 7) % 20) * 25);
    await started.service.kill('SIGKILL');
    started.service = await startService(dir);
    const next = apis(started.service.url, started.key);
    await completed(next, id);
    assert.equal(holding(word), [], word);
    assert.is(await countOf(next, formId), 0);
  }
});

test.run();
