import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { delivery } from '../../../domain/delivery/decider.ts';
import { defaultRetrySchedule } from '../../../domain/delivery/retry-schedule.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { newId } from '../../../log/ids.ts';
import { startService, type TestService } from '../../support/service.ts';
import { signIn } from '../../support/web.ts';

const test = suite('the scope of answers');
let service: TestService;
let accountId: string;
let destinationId: string;
let formId: string;
/** A delivery of a submission whose receiver repeated the answer, and one of `form.published`. */
let [aboutSubmission, aboutForm] = ['', ''];
/** Keys of the account: with all scopes, and with those of webhooks alone. */
let full: TestService['admin'];
let limited: TestService['admin'];
let limitedKey: string;

test.before(async () => {
  service = await startService();
  const owner = await service.newAccount();
  ({ accountId } = owner);
  full = owner.api;
  const body = { name: 'webhooks', scopes: ['webhooks:read', 'webhooks:write'] };
  const issued = await service.admin('POST', `/accounts/${accountId}/keys`, { body });
  limitedKey = String(issued.at('key'));
  limited = service.withKey(limitedKey);
  formId = await service.newForm(accountId);
  const submitted = await full('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'Secret answer' } },
  });
  const created = await full('POST', '/destinations', {
    body: { label: 'x', url: 'https://example.com/hook' },
  });
  destinationId = String(created.at('id'));
  const submissionId = String(submitted.at('id'));
  const published = { stream: streamOf.form(formId), revision: 1 };
  aboutSubmission = await delivered('submission.created', {
    stream: streamOf.submission(submissionId),
    revision: 0,
    submissionId,
  });
  aboutForm = await delivered('form.published', { ...published, submissionId: null });
  await service.settled();
});
test.after(() => service.close());

interface About {
  readonly stream: string;
  readonly revision: number;
  readonly submissionId: string | null;
}

async function delivered(
  kind: 'submission.created' | 'form.published',
  { stream, revision, submissionId }: About,
): Promise<string> {
  const deliveryId = newId();
  const at = new Date().toISOString();
  const subject = {
    deliveryId,
    accountId,
    destinationId,
    kind,
    formId,
    submissionId,
    at,
    source: { stream, revision, position: '10', eventId: newId() },
    includedQuestions: [],
    publicUrl: 'https://forms.test',
  };
  const made = await service.deps.aggregates.execute(
    delivery,
    streamOf.delivery(deliveryId),
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
        outcome: { kind: 'response', status: 404, excerpt: 'No use for Secret answer' },
        schedule: defaultRetrySchedule,
        request: { url: 'https://example.com/hook', headers: { 'X-Service-Signature': 't=1,v1=00' } },
      },
    ],
    { accountId, actor: { kind: 'system', id: 'test' }, correlationId: 't', causationId: 't' },
    { isNew: true },
  );
  if (!made.ok || made.value.position === null) throw new Error('not made');
  service.note(made.value.position);
  return deliveryId;
}

test('a key with scopes of webhooks only reads deliveries without their answers', async () => {
  for (const path of [
    '/deliveries',
    `/deliveries/${aboutSubmission}`,
    `/deliveries/${aboutSubmission}/requests`,
  ]) {
    assert.match((await full('GET', path)).text, 'Secret answer', path);
    const answer = await limited('GET', path);
    assert.is(answer.status, 200, path);
    if (path !== '/deliveries') assert.not.match(answer.text, 'Secret', path);
  }
  const read = await limited('GET', `/deliveries/${aboutSubmission}`);
  assert.equal(read.at('last_outcome'), { kind: 'response', status: 404, withheld: 'submissions:read' });
  assert.equal(read.at('attempts.0.outcome'), {
    kind: 'response',
    status: 404,
    withheld: 'submissions:read',
  });
  const requests = await limited('GET', `/deliveries/${aboutSubmission}/requests`);
  assert.equal(
    [requests.at('body'), requests.at('body_bytes'), requests.at('missing')],
    [null, null, ['requires_submissions_read']],
  );
  const listed = await limited('GET', '/deliveries?kind=submission.created');
  assert.equal(listed.at('data.0.last_outcome'), {
    kind: 'response',
    status: 404,
    withheld: 'submissions:read',
  });
});

test('webhooks that contain no answers are shown in full', async () => {
  const requests = await limited('GET', `/deliveries/${aboutForm}/requests`);
  assert.match(String(requests.at('body')), 'form.published');
  assert.equal(requests.at('missing'), []);
  const read = await limited('GET', `/deliveries/${aboutForm}`);
  assert.is(read.at('last_outcome.excerpt'), 'No use for Secret answer');
});

test('operators read answers', async () => {
  assert.match((await service.admin('GET', `/deliveries/${aboutSubmission}/requests`)).text, 'Secret answer');
});

test('the console hides the same answers from the same key', async () => {
  const visit = await signIn(service, limitedKey);
  for (const path of ['', `/${aboutSubmission}`])
    assert.not.match((await visit.get(`/console/deliveries${path}`)).text, 'Secret answer', path);
  assert.match((await visit.get(`/console/deliveries/${aboutSubmission}`)).text, 'submissions:read');
  assert.is((await visit.get(`/console/history/delivery/${aboutSubmission}`)).status, 403);
  const draft = {
    label: 'x',
    url: 'https://elsewhere.example/hook',
    events: 'submission.created',
    form_id: '',
    signature: 'timestamped',
    concurrency: '2',
    rate_per_second: '',
    included_questions: '',
  };
  for (const path of ['new', `${destinationId}/edit`]) {
    await visit.get(`/console/destinations/${path}`);
    const answer = await visit.post(`/console/destinations/${path}`, draft);
    assert.is(answer.status, 403, answer.text);
    assert.match(answer.text, 'submissions:read');
  }
});

test('a key that may not read answers cannot send them to a destination of its choice', async () => {
  const url = 'https://elsewhere.example/hook';
  const refused = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<void> => {
    const answer = await limited(method, path, { body });
    assert.equal([answer.status, answer.at('error.code')], [403, 'insufficient_scope'], JSON.stringify(body));
    assert.is(answer.at('error.details.required_scope'), 'submissions:read');
  };
  await refused('POST', '/destinations', { label: 'x', url });
  await refused('POST', '/destinations', {
    label: 'x',
    url,
    events: ['form.published', 'submission.created'],
  });
  await refused('POST', '/destinations', { label: 'x', url, events: ['submission.payment_completed'] });
  for (const change of [
    { url },
    { events: ['submission.created', 'submission.payment_completed'] },
    { events: ['form.published'] },
    { form_id: formId },
    { label: 'y', form_id: formId, included_questions: ['name'] },
  ])
    await refused('PATCH', `/destinations/${destinationId}`, change);
});

test('such a key may do everything else with webhooks', async () => {
  const body = { label: 'Forms', url: 'https://forms-only.example/hook', events: ['form.published'] };
  const added = await limited('POST', '/destinations', { body });
  assert.is(added.status, 201, added.text);
  const same = { label: 'y', url: 'https://example.com/hook', events: ['submission.created'], form_id: null };
  const changed = await limited('PATCH', `/destinations/${destinationId}`, { body: same });
  assert.equal([changed.status, changed.at('label')], [200, 'y'], changed.text);
  assert.is((await limited('POST', `/deliveries/${aboutSubmission}/replay`)).status, 202);
  assert.is(
    (await limited('POST', `/destinations/${destinationId}/rotate-secret`, { body: {} })).status,
    200,
  );
  assert.is((await limited('DELETE', `/destinations/${String(added.at('id'))}`)).status, 204);
});

test.run();
