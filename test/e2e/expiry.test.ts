// Embedded only: the clock of the whole service is ahead.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/eventually.ts';
import { formlogJson, startService } from '../support/formlog.ts';

const test = suite('expiry in a service that is killed');
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2);
const settings = { RATE_LIMIT_REQUESTS: '1000000' };
const dayMs = 86_400_000;
const lanes = 4;
/** Submissions that each lane begins in a round. */
const perLane = 15;

const dataDir = mkdtempSync(join(tmpdir(), 'formlog-expiry-'));
test.after(() => rmSync(dataDir, { recursive: true }));

/** Puts the clock of a process ahead, for everything that it runs. */
function clockAhead(days: number): string {
  const script =
    `const Real = Date; const ms = ${days * dayMs};` +
    'globalThis.Date = class extends Real {' +
    'constructor(...given) { if (given.length === 0) super(Real.now() + ms); else super(...given); }' +
    'static now() { return Real.now() + ms; }' +
    'static [Symbol.hasInstance](value) { return value instanceof Real; } };';
  const preload = `--import=data:text/javascript,${encodeURIComponent(script)}`;
  return [process.env['NODE_OPTIONS'], preload].filter(Boolean).join(' ');
}

const WithId = Type.Object({ id: Type.String() });
const Completion = Type.Object({
  begun: Type.Integer(),
  completed: Type.Integer(),
  open: Type.Integer(),
  expired: Type.Integer(),
});
const Listed = Type.Object({ id: Type.String(), is_complete: Type.Boolean() });
const Erased = Type.Object({ data: Type.Object({ submissionId: Type.String() }) });

/** A service whose clock is two days ahead of that of the round before: what was begun then is due. */
async function startRound(round: number) {
  const service = await startService(dataDir, { ...settings, NODE_OPTIONS: clockAhead(2 * round) });
  const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`${service.url}/api/admin/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }
  const completion = async (formId: string) =>
    Value.Parse(Completion, JSON.parse((await call('GET', `/forms/${formId}/completion`)).text));
  return { ...service, call, completion };
}
type Round = Awaited<ReturnType<typeof startRound>>;

async function newForm({ call }: Round): Promise<string> {
  const made = await call('POST', '/accounts/demo/forms', {
    title: 'Expiry',
    status: 'published',
    fields: [{ key: 'name', label: 'Name', kind: 'short_text', required: true }],
    responses: { saving: { expires_after_days: 1 } },
  });
  assert.is(made.status, 201, made.text);
  return Value.Parse(WithId, JSON.parse(made.text)).id;
}

/** What the service has acknowledged. */
interface Acknowledged {
  readonly begun: Set<string>;
  readonly completed: Set<string>;
}

/** Begins submissions and completes some, also of those that are due, until the service is gone. */
async function load({ call }: Round, formId: string, due: readonly string[], acknowledged: Acknowledged) {
  const rest = [...due];
  const complete = async (id: string) => {
    const done = await call('PATCH', `/submissions/${id}`, { answers: { name: 'Ada' }, is_complete: true });
    if (done.status === 200) acknowledged.completed.add(id);
  };
  const lane = async () => {
    try {
      for (let n = 0; n < perLane; n++) {
        const body = { form_id: formId, answers: { name: `Person ${n}` }, is_complete: false };
        const made = await call('POST', '/accounts/demo/submissions', body);
        if (made.status !== 201) continue;
        const { id } = Value.Parse(WithId, JSON.parse(made.text));
        acknowledged.begun.add(id);
        const late = rest.pop();
        if (n % 5 === 0) await complete(id);
        if (n % 2 === 0 && late !== undefined) await complete(late);
      }
    } catch {
      return;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

test('each submission that was not completed in time is erased once, and no other', async () => {
  const acknowledged = { begun: new Set<string>(), completed: new Set<string>() };
  let formId = '';
  for (let round = 0; round < rounds; round++) {
    const service = await startRound(round);
    formId ||= await newForm(service);
    const due = [...acknowledged.begun].filter((id) => !acknowledged.completed.has(id));
    const before = acknowledged.begun.size;
    const loading = load(service, formId, due, acknowledged);
    await eventually('submissions are begun', () => acknowledged.begun.size > before + lanes, 30_000);
    await delay(Math.random() * 1_000);
    await service.kill('SIGKILL');
    await loading;
  }
  const last = await startRound(rounds);
  const counts = await eventually(
    'all that are due are erased',
    async () => {
      const now = await last.completion(formId);
      return now.open === 0 && now.expired > 0 && now;
    },
    120_000,
  );
  assert.is(counts.begun, counts.completed + counts.expired, JSON.stringify(counts));
  const listed = (
    await formlogJson(dataDir, ['submissions', 'list', '--form', formId, '--limit', '100000'])
  ).map((line) => Value.Parse(Listed, line));
  assert.ok(listed.every((one) => one.is_complete));
  assert.is(listed.length, counts.completed);
  const kept = new Set(listed.map(({ id }) => id));
  for (const id of acknowledged.completed) assert.ok(kept.has(id), `${id} was completed, and is gone`);
  const exported = await last.call('GET', '/exports/events?type=SubmissionErased');
  const erased = exported.text
    .split('\n')
    .filter((line) => line.includes('"SubmissionErased"') && Value.Check(Erased, JSON.parse(line)))
    .map((line) => Value.Parse(Erased, JSON.parse(line)).data.submissionId);
  assert.is(new Set(erased).size, erased.length, 'none is erased twice');
  assert.is(erased.length, counts.expired);
  for (const id of acknowledged.begun)
    assert.is(kept.has(id), !erased.includes(id), `${id} is either complete or erased`);
  await eventually(
    'the log no longer has them',
    async () => {
      for (const id of erased) {
        const stream = await last.call('GET', `/exports/events?stream=submission-${id}`);
        if (/"type":"Submission(?:Started|Saved)"/.test(stream.text)) return false;
      }
      return true;
    },
    120_000,
  );
  assert.is(await last.kill('SIGTERM'), 0, last.stderr());
});

test.run();
