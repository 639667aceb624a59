import { MongoNetworkError } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('outages');
const patienceMs = 2_000;
let service: TestService;
let requests: Readonly<Record<string, () => Promise<TestResponse>>>;

test.before(async () => {
  service = await startService({ http: { handlerTimeoutMs: patienceMs } });
  const { accountId, api } = await service.newAccount();
  const { admin } = service;
  const formId = await service.newForm(accountId, [nameField]);
  const body = { form_id: formId, answers: { name: 'planted-answer' } };
  const submission = String((await api('POST', '/submissions', { body })).at('id'));
  await service.settled();
  const otherKey = await admin('POST', `/accounts/${accountId}/keys`, { body: { name: 'other' } });
  const once = { headers: { 'idempotency-key': 'key' } };
  let names = 0;
  const rename = (headers: Readonly<Record<string, string>>) =>
    api('PATCH', '/forms', { body: { id: formId, title: `Name ${++names}` }, headers });
  requests = {
    'list forms': () => api('GET', '/forms'),
    'read form': () => api('GET', `/forms?id=${formId}`),
    'change form': () => api('PATCH', '/forms', { body: { id: formId, title: 'New' } }),
    'change form once': () => api('PATCH', '/forms', { body: { id: formId, title: 'New' }, ...once }),
    'rename form': () => rename({}),
    'rename form once': () => rename({ 'idempotency-key': `rename ${names}` }),
    'list submissions': () => api('GET', '/submissions'),
    'list submissions of a form': () => api('GET', `/submissions?form_id=${formId}`),
    'read submission': () => api('GET', `/submissions?id=${submission}`),
    submit: () => api('POST', '/submissions', { body }),
    'submit once': () => api('POST', '/submissions', { body, ...once }),
    'list accounts': () => admin('GET', '/accounts'),
    'read account': () => admin('GET', `/accounts/${accountId}`),
    'open account': () => admin('POST', '/accounts', { body: { name: 'x', plan: 'pro' } }),
    'list keys': () => admin('GET', `/accounts/${accountId}/keys`),
    'issue key': () => admin('POST', `/accounts/${accountId}/keys`, { body: { name: 'x' } }),
    'revoke key': () => admin('POST', `/keys/${String(otherKey.at('id'))}/revoke`),
    'list forms of account': () => admin('GET', `/accounts/${accountId}/forms`),
    'read form as operator': () => admin('GET', `/forms/${formId}`),
    'change form as operator': () => admin('PATCH', `/forms/${formId}`, { body: { title: 'New' } }),
  };
});
test.after(() => service.close());

type Method = () => Promise<unknown>;

/** A method in place of a store's. `end` ends the calls that have not been answered. */
interface Broken {
  readonly method: Method;
  readonly end: () => void;
}

let stillToFail = 0;

/** Fails as well, but not before all requests have been answered. */
function late(error: Error): Broken {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const method = async () => {
    stillToFail++;
    await ended;
    stillToFail--;
    throw error;
  };
  return { method, end };
}

const atOnce = (method: Method): Broken => ({ method, end: () => undefined });
const failing = (error: Error): Broken => atOnce(() => Promise.reject(error));

/** Puts the same broken method in place of every one of some objects; answers how to undo that. */
function breakAll(objects: readonly object[], broken: Method): () => void {
  const whole = objects.map((object) => ({ ...object }));
  for (const object of objects)
    Object.assign(object, Object.fromEntries(Object.keys(object).map((name) => [name, broken])));
  return () => objects.forEach((object, index) => Object.assign(object, whole[index]));
}

const logParts = () => [service.deps.aggregates];
const storeParts = (): readonly object[] => {
  const { queries, idempotency } = service.deps;
  return [queries.forms, queries.submissions, queries.accounts, queries.keys, idempotency];
};

/** Every request under an outage; answers the names of those that were refused. */
async function under(
  parts: readonly object[],
  { method, end }: Broken,
  codes: readonly string[],
): Promise<string[]> {
  const mend = breakAll(parts, method);
  try {
    const answered = await Promise.all(
      Object.entries(requests).map(async ([name, request]) => [name, await request()] as const),
    );
    return answered.flatMap(([name, answer]) => {
      if (answer.status < 400) return [];
      assert.ok(codes.includes(String(answer.at('error.code'))), `${name}: ${answer.text}`);
      if (answer.status === 503) assert.match(answer.header('retry-after') ?? '', /^[1-9]\d*$/, name);
      assert.ok(answer.header('x-ratelimit-limit'), name);
      assert.not.match(answer.text, /planted|Mongo|append|store/i, name);
      return [name];
    });
  } finally {
    mend();
    end();
    await eventually('all is well again', async () => {
      const answers = await Promise.all([requests['submit']?.(), requests['read form']?.()]);
      return answers.every((answer) => answer && answer.status < 300);
    });
  }
}

const ofPublicApi = () => Object.keys(requests).filter((name) => !/account|key|operator/.test(name));
const reads = () => Object.keys(requests).filter((name) => /^(list|read)/.test(name));

test('while the log is down or silent, every operation that needs it is 503 within its time limit', async () => {
  for (const broken of [failing(new LogUnavailable('planted')), late(new LogUnavailable('planted'))]) {
    const refused = await under(logParts(), broken, ['unavailable']);
    for (const name of ofPublicApi()) assert.ok(refused.includes(name), name);
  }
});

test('while the read store is down or silent, every read is 503 within its time limit', async () => {
  for (const broken of [failing(new MongoNetworkError('planted')), late(new MongoNetworkError('planted'))]) {
    const refused = await under(storeParts(), broken, ['unavailable']);
    for (const name of reads()) assert.ok(refused.includes(name), name);
    assert.not(refused.includes('submit'), 'submissions need the log alone');
  }
});

test('garbage from a store is not an outage, and none of it is in the response', async () => {
  for (const nonsense of ['planted', 42, { planted: true }, [null]])
    await under(
      storeParts(),
      atOnce(() => Promise.resolve(nonsense)),
      ['server_error', 'not_found', 'idempotency_mismatch'],
    );
});

test('after the outages every operation works as before', async () => {
  for (const [name, request] of Object.entries(requests)) assert.ok((await request()).status < 500, name);
});

test('a log that answers too late is 503, and the late result of the command is dropped', async () => {
  const { log } = service;
  const { append } = log;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let appended = 0;
  log.append = async (...call) => {
    await released;
    const done = await append.apply(log, call);
    appended += 1;
    return done;
  };
  const writing = ['rename form', 'rename form once', 'submit', 'open account'];
  const answers = await Promise.all(writing.map(async (name) => requests[name]?.()));
  for (const answer of answers) assert.is(answer?.status, 503, answer?.text);
  const before = service.lines.length;
  release();
  await eventually('the commands have gone on and are recorded', () => appended === writing.length);
  log.append = append;
  await requests['submit']?.();
  const later = service.lines.slice(before).filter((line) => !line.includes('"msg":"request"'));
  assert.equal(later, []);
});

test('a handler that fails after its 503 is not logged as a second response', async () => {
  await eventually('all that was given up has failed', () => stillToFail === 0);
  assert.equal(
    service.lines.filter((line) => line.includes('reply.sent')),
    [],
  );
});

test('no log line contains the requested data', () => {
  const found = service.lines.filter((line) => /planted-answer|already sent/i.test(line));
  assert.equal(found, []);
});

test.run();
