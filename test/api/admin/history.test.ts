import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { delivery } from '../../../domain/delivery/decider.ts';
import { defaultRetrySchedule } from '../../../domain/delivery/retry-schedule.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('histories');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const types = (answer: TestResponse) => {
  const data: unknown = answer.at('data');
  return Array.isArray(data) ? data.map((_, index) => answer.at(`data.${index}.type`)) : data;
};

async function changedForm() {
  const { accountId } = await service.newAccount();
  const id = await service.newForm(accountId, undefined, 'draft');
  const renamed = await service.admin('PATCH', `/forms/${id}`, { body: { title: 'Second' } });
  const published = await service.admin('PATCH', `/forms/${id}`, { body: { status: 'published' } });
  return { id, renamed: String(renamed.header('x-log-position')), published };
}

test('a form: each event with its actor and reason, in order', async () => {
  const { id } = await changedForm();
  const history = await service.admin('GET', `/forms/${id}/history`);
  assert.is(history.status, 200, history.text);
  assert.equal(types(history), ['FormCreated', 'FormDetailsChanged', 'FormPublished']);
  assert.equal(history.at('data.1.data.title'), 'Second');
  assert.equal(history.at('data.1.actor'), { kind: 'operator', id: 'test-operator' });
  assert.is(history.at('data.1.stream'), `form-${id}`);
  assert.is(history.at('data.1.correlation_id'), history.at('data.1.causation_id'));
});

test('a form: what each event changed, in either order and on any page', async () => {
  const { id } = await changedForm();
  const changes = async (query: string) => {
    const page = await service.admin('GET', `/forms/${id}/history?limit=1&${query}`);
    return {
      cursor: `cursor=${String(page.at('next_cursor'))}`,
      changes: JSON.stringify(page.at('data.0.changes')),
    };
  };
  const created = await changes('order=asc');
  assert.match(created.changes, '{"path":"/title","after":"A form"}');
  const renamed = await changes(`order=asc&${created.cursor}`);
  assert.match(renamed.changes, '{"path":"/title","before":"A form","after":"Second"}');
  assert.not.match(renamed.changes, 'status');
  const published = await changes('order=desc');
  assert.match(published.changes, '{"path":"/status","before":"draft","after":"published"}');
});

test('pages go both ways', async () => {
  const { id } = await changedForm();
  for (const [order, expected] of [
    ['asc', ['FormCreated', 'FormDetailsChanged', 'FormPublished']],
    ['desc', ['FormPublished', 'FormDetailsChanged', 'FormCreated']],
  ] as const) {
    const first = await service.admin('GET', `/forms/${id}/history?limit=2&order=${order}`);
    assert.equal([types(first), first.at('has_more')], [expected.slice(0, 2), true]);
    const cursor = `limit=2&order=${order}&cursor=${String(first.at('next_cursor'))}`;
    const second = await service.admin('GET', `/forms/${id}/history?${cursor}`);
    assert.equal([types(second), second.at('next_cursor')], [expected.slice(2), null]);
    const turned = cursor.replace(order, order === 'asc' ? 'desc' : 'asc');
    assert.is((await service.admin('GET', `/forms/${id}/history?${turned}`)).status, 400);
  }
});

test('a form at a revision, and its changes since', async () => {
  const { id, renamed } = await changedForm();
  const before = await service.admin('GET', `/forms/${id}/history?as_of=${BigInt(renamed) - 1n}`);
  assert.equal([before.at('state.title'), before.at('revision')], ['A form', 0]);
  assert.not.ok(before.names('state').includes('submission_count'), 'what the stream does not tell');
  const after = await service.admin(
    'GET',
    `/forms/${id}/history?as_of=${renamed}&compared_to=${String(before.at('position'))}`,
  );
  assert.is(after.at('state.title'), 'Second');
  const paths = [0, 1, 2].map((index) => after.at(`changes.${index}.path`));
  assert.equal(paths, ['/revision', '/title', '/updated_at']);
  assert.equal([after.at('changes.1.before'), after.at('changes.1.after')], ['A form', 'Second']);
  const now = await service.admin('GET', `/forms/${id}/history?as_of=${new Date().toISOString()}`);
  assert.equal([now.at('state.status'), now.at('revision')], ['published', 2]);
  const never = await service.admin('GET', `/forms/${id}/history?as_of=2020-01-01T00:00:00Z`);
  assert.equal([never.status, never.at('state'), never.at('revision')], [200, null, null]);
});

test('links lead from a submission to each attempt that it caused, and back', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const made = await api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Ada' } } });
  const id = String(made.at('id'));
  const created = await service.admin('GET', `/submissions/${id}/history`);
  const eventId = String(created.at('data.0.id'));
  const deliveryId = derivedId(eventId, 'd1');
  const position = await delivered({ deliveryId, accountId, formId, submissionId: id, eventId });

  const headers = { 'x-read-after': position };
  const history = await service.admin('GET', `/submissions/${id}/history`, { headers });
  assert.is(history.at('data.0.actor.kind'), 'key');
  assert.is(history.at('data.0.deliveries.0.id'), deliveryId);
  assert.is(history.at('data.0.deliveries.0.attempts.0.outcome.status'), 200);
  const back = await service.admin('GET', `/deliveries/${deliveryId}/history`);
  assert.equal(types(back), ['DeliveryAttempted']);
  assert.equal(
    [back.at('data.0.causation_id'), back.at('data.0.data.planned.stream')],
    [eventId, `submission-${id}`],
  );
});

/** A delivery that was made at the first attempt. */
async function delivered(
  of: Record<'deliveryId' | 'accountId' | 'formId' | 'submissionId' | 'eventId', string>,
) {
  const { eventId, ...ids } = of;
  const at = new Date().toISOString();
  const subject = {
    ...ids,
    destinationId: 'd1',
    kind: 'submission.created',
    source: { stream: streamOf.submission(ids.submissionId), revision: 0, position: '1', eventId },
    includedQuestions: [] as string[],
    publicUrl: 'https://forms.example',
    at,
  } as const;
  const outcome = { kind: 'response', status: 200, excerpt: 'ok' } as const;
  const context = {
    accountId: ids.accountId,
    actor: { kind: 'system', id: 'test' } as const,
    correlationId: 'c',
    causationId: eventId,
  } as const;
  const executed = await service.deps.aggregates.execute(
    delivery,
    streamOf.delivery(ids.deliveryId),
    [
      {
        type: 'RecordAttempt',
        attempt: 1,
        startedAt: at,
        durationMs: 5,
        outcome,
        planned: { subject, isSkipped: false },
        at,
        schedule: defaultRetrySchedule,
        retryAfterMs: null,
        random: 0,
      },
    ],
    context,
  );
  assert.ok(executed.ok);
  return String(executed.value.position);
}

test('destinations show no secret, and a removed destination keeps its history', async () => {
  const { accountId } = await service.newAccount();
  const body = { label: 'CRM', url: 'https://crm.example/hook' };
  const added = await service.admin('POST', `/accounts/${accountId}/destinations`, { body });
  const id = String(added.at('id'));
  await service.admin('DELETE', `/destinations/${id}`);
  const history = await service.admin('GET', `/destinations/${id}/history`);
  assert.equal(types(history), ['DestinationConfigured', 'DestinationRemoved']);
  assert.is(history.at('data.0.data.secret'), '(sealed)');
  assert.not.match(history.text, /ciphertext/);
  const first = String(history.at('data.0.position'));
  const was = await service.admin('GET', `/destinations/${id}/history?as_of=${first}`);
  assert.equal([was.at('state.label'), was.at('state.enabled')], ['CRM', true]);
  const gone = await service.admin('GET', `/destinations/${id}/history?as_of=${String(Date.now())}`);
  assert.is(gone.at('state'), null);
});

test('an account: its plans', async () => {
  const { accountId } = await service.newAccount('pro');
  await service.admin('PATCH', `/accounts/${accountId}`, { body: { plan: 'business' } });
  const history = await service.admin('GET', `/accounts/${accountId}/history?order=desc`);
  assert.is(history.at('data.0.type'), 'PlanChanged');
});

test('auditors may read it, API keys may not, and invalid parameters are refused', async () => {
  const { id } = await changedForm();
  const { key } = await service.newAccount();
  const [, auditor = ''] = service.operatorTokens;
  assert.is((await service.withToken(auditor)('GET', `/forms/${id}/history`)).status, 200);
  assert.is((await service.withToken(key)('GET', `/forms/${id}/history`)).status, 401);
  for (const kind of ['accounts', 'forms', 'submissions', 'destinations', 'deliveries'])
    for (const query of ['', '?as_of=5'])
      assert.is((await service.admin('GET', `/${kind}/none/history${query}`)).status, 404, kind + query);
  for (const query of ['as_of=soon', 'as_of=2026-13-45T00:00:00Z', 'compared_to=5', 'as_of=5&limit=2', 'x=1'])
    assert.is((await service.admin('GET', `/forms/${id}/history?${query}`)).status, 400, query);
});

test.run();
