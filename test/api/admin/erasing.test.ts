import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { delivery } from '../../../domain/delivery/decider.ts';
import { defaultRetrySchedule } from '../../../domain/delivery/retry-schedule.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { newId } from '../../../log/ids.ts';
import { StreamErased } from '../../../log/log-errors.ts';
import { startService, type TestService } from '../../support/service.ts';
import { signIn, type Visit } from '../../support/web.ts';

const test = suite('while a submission is being erased');

const secret = 'Secret answer';
let service: TestService;
let owner: Awaited<ReturnType<TestService['newAccount']>>;
let [formId, submissionId, deliveryId] = ['', '', ''];
let visit: Visit;
let submit: () => ReturnType<TestService['admin']>;

const isFunction = (value: unknown): value is (...asked: unknown[]) => unknown => typeof value === 'function';

/**
 * Lets read models stand still, as far as these queries read them: what was asked before is answered as before.
 * @returns what lets them go on
 */
function haltReadModels(): () => void {
  const { answers, submissions, deliveries, erasures } = service.deps.queries;
  const undo = [answers, submissions, deliveries, erasures, service.deps.documents].map((queries) => {
    const former = { ...queries };
    for (const [name, query] of Object.entries(former)) {
      if (!isFunction(query) || name === 'copyOf') continue;
      const known = new Map<string, unknown>();
      Reflect.set(queries, name, async (...asked: unknown[]) => {
        const key = JSON.stringify(asked, (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        if (!known.has(key)) known.set(key, await query.apply(queries, asked));
        return known.get(key);
      });
    }
    return () => Object.assign(queries, former);
  });
  return () => {
    for (const one of undo) one();
  };
}

// Nothing here takes events out of the log: the erasure stays at its beginning.
test.before(async () => {
  service = await startService();
  owner = await service.newAccount();
  const { accountId, api } = owner;
  formId = await service.newForm(accountId);
  submit = () =>
    api('POST', '/submissions', {
      body: { form_id: formId, answers: { name: secret } },
      headers: { 'idempotency-key': 'once' },
    });
  submissionId = String((await submit()).at('id'));
  const body = { label: 'x', url: 'https://example.com/hook' };
  const destinationId = String((await api('POST', '/destinations', { body })).at('id'));
  deliveryId = await delivered(destinationId);
  await service.settled();
  visit = await signIn(service, service.operatorTokens[0] ?? '');
});
test.after(() => service.close());

/** A delivery whose receiver repeated the answer. */
async function delivered(destinationId: string): Promise<string> {
  const [id, at] = [newId(), new Date().toISOString()];
  const { accountId } = owner;
  const created = await service.deps.log.readEvent(streamOf.submission(submissionId), 0);
  const subject = {
    deliveryId: id,
    accountId,
    destinationId,
    kind: 'submission.created' as const,
    formId,
    submissionId,
    source: {
      stream: streamOf.submission(submissionId),
      revision: 0,
      position: String(created?.position),
      eventId: String(created?.id),
    },
    includedQuestions: [],
    publicUrl: 'https://forms.test',
    at,
  };
  const made = await service.deps.aggregates.execute(
    delivery,
    streamOf.delivery(id),
    [
      {
        type: 'RecordAttempt',
        attempt: 1,
        startedAt: at,
        durationMs: 7,
        planned: { subject, isSkipped: false },
        at,
        retryAfterMs: 0,
        random: 0,
        outcome: { kind: 'response', status: 404, excerpt: `No use for ${secret}` },
        schedule: defaultRetrySchedule,
        request: { url: 'https://example.com/hook', headers: {} },
      },
    ],
    { accountId, actor: { kind: 'system', id: 'test' }, correlationId: 't', causationId: 't' },
    { isNew: true },
  );
  if (!made.ok || made.value.position === null) throw new Error('not made');
  service.note(made.value.position);
  return id;
}

/** Every place that shows answers, or responses to them: how it is read, and whether it is about this one thing. */
const places = (): Readonly<
  Record<string, readonly [read: () => Promise<{ status: number; text: string }>, one: boolean]>
> => {
  const { accountId, api } = owner;
  const admin = (path: string) => () => service.admin('GET', path);
  const own = (path: string) => () => api('GET', path);
  const page = (path: string) => () => visit.get(path);
  const moment = new Date().toISOString();
  return {
    'public submission': [own(`/submissions?id=${submissionId}`), true],
    'public submission by its path': [own(`/submissions/${submissionId}`), true],
    'public delivery': [own(`/deliveries/${deliveryId}`), true],
    'public requests': [own(`/deliveries/${deliveryId}/requests`), true],
    'public deliveries': [own('/deliveries'), false],
    'public answers': [own(`/forms/${formId}/answers`), false],
    'admin answers': [admin(`/forms/${formId}/answers`), false],
    'admin submission': [admin(`/submissions/${submissionId}`), true],
    'admin delivery': [admin(`/deliveries/${deliveryId}`), true],
    'admin requests': [admin(`/deliveries/${deliveryId}/requests`), true],
    'admin deliveries': [admin(`/accounts/${accountId}/deliveries`), false],
    'all deliveries': [admin('/deliveries'), false],
    'changes of deliveries': [admin('/deliveries/changes?after=1'), false],
    'history of the submission': [admin(`/submissions/${submissionId}/history`), true],
    'state of the submission': [admin(`/submissions/${submissionId}/history?as_of=${moment}`), true],
    'history of the delivery': [admin(`/deliveries/${deliveryId}/history`), true],
    'export of events': [admin('/exports/events'), false],
    'export of the account': [admin(`/exports/events?account_id=${accountId}`), false],
    'export of the stream': [admin(`/exports/events?stream=${streamOf.delivery(deliveryId)}`), false],
    'export of submissions': [admin(`/forms/${formId}/exports/submissions`), false],
    'export as CSV': [admin(`/forms/${formId}/exports/submissions?format=csv`), false],
    'documents of deliveries': [admin('/projections/deliveries/documents'), false],
    'documents of submissions': [admin('/projections/submissions/documents'), false],
    'page of the delivery': [page(`/console/deliveries/${deliveryId}`), true],
    'page of the form’s submissions': [
      page(`/console/submissions?account=${accountId}&form=${formId}`),
      false,
    ],
    'download of the page': [page(`/console/forms/${formId}/submissions.csv`), false],
    'page of the submissions': [page(`/console/submissions?account=${accountId}`), false],
    'history page of the submission': [page(`/console/history/submission/${submissionId}`), true],
    'history page of the delivery': [page(`/console/history/delivery/${deliveryId}`), true],
    'events of the submission as CSV': [page(`/console/history/submission/${submissionId}/events.csv`), true],
    'events of the delivery': [page(`/console/history/delivery/${deliveryId}/events.ndjson`), true],
    'page of the event': [page(`/console/log/${streamOf.submission(submissionId)}/0`), true],
    'page of the attempt': [page(`/console/log/${streamOf.delivery(deliveryId)}/0`), true],
  };
};

test('before the erasure, each of these places shows the submission', async () => {
  for (const [name, [read]] of Object.entries(places())) {
    const { status, text } = await read();
    assert.is(status, 200, `${name}: ${text.slice(0, 300)}`);
    assert.ok(text.includes(secret) || name.endsWith('submissions'), name);
  }
});

test('from the request of the erasure on, none shows it', async () => {
  const moved = haltReadModels();
  for (const [read] of Object.values(places())) await read();
  const erased = await service.admin('POST', `/submissions/${submissionId}/erase`);
  assert.is(erased.at('status'), 'erasing');
  service.note(BigInt(erased.header('x-log-position') ?? ''));
  // Read models that do not have the event yet show nothing either.
  for (const [name, [read, isOne]] of Object.entries(places())) {
    const { status, text } = await read();
    assert.not.match(text, secret, name);
    assert.is(status, name.startsWith('public submission') ? 404 : isOne ? 410 : 200, name);
  }
  moved();
  await service.settled();
  for (const [name, [read, isOne]] of Object.entries(places())) {
    const { status, text } = await read();
    assert.is(status, name.startsWith('public submission') ? 404 : isOne ? 410 : 200, name);
    assert.not.match(text, secret, name);
  }
});

test('a repetition of the request that created it does not return it', async () => {
  const again = await submit();
  assert.equal([again.status, again.at('error.code')], [410, 'erased']);
});

test('its deliveries are not sent again', async () => {
  assert.is((await owner.api('POST', `/deliveries/${deliveryId}/replay`)).status, 410);
});

test('another account learns nothing of the erasure', async () => {
  const { api } = await service.newAccount();
  assert.is((await api('GET', `/deliveries/${deliveryId}`)).status, 404);
  assert.is((await api('GET', `/deliveries/${deliveryId}/requests`)).status, 404);
});

test('another account learns nothing after the log has lost the delivery either', async () => {
  const { api } = await service.newAccount();
  const { aggregates } = service.deps;
  const { load } = aggregates;
  aggregates.load = (decider, stream, ...rest) =>
    stream === streamOf.delivery(deliveryId)
      ? Promise.reject(new StreamErased(stream))
      : load(decider, stream, ...rest);
  const requests = [
    ['GET', ''],
    ['GET', '/requests'],
    ['POST', '/replay'],
    ['POST', '/cancel'],
  ] as const;
  for (const [method, path] of requests) {
    const { status } = await api(method, `/deliveries/${deliveryId}${path}`);
    assert.is(status, 404, `${method} ${path}`);
    assert.is((await service.admin(method, `/deliveries/${deliveryId}${path}`)).status, 410);
  }
  aggregates.load = load;
});

test.run();
