import { chosenQuestion, everyQuestion, lostQuestion } from './choice-examples.ts';
import { erasureExamples } from './erasure-examples.ts';
import {
  at,
  email,
  field,
  form,
  formId,
  formItem,
  locale,
  phone,
  submission,
  submissionId,
  submissionItem,
} from './form-examples.ts';
import { importExamples } from './import-examples.ts';
import { pageExamples } from './page-examples.ts';
import { parkedExamples } from './parked-examples.ts';
import { payment, paymentExamples } from './payment-examples.ts';
import { realignmentExamples } from './realignment-examples.ts';
import { recoveryExamples } from './recovery-examples.ts';

interface Examples {
  readonly body?: object;
  readonly answers: readonly object[];
}

const keyId = '2aBc3DeF4gHi5JkL6mNo';
const destinationId = '9pQr8StU7vWx6YzA5bCd';
const nextCursor = 'WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl';

const pageOf = (item: object) => ({ data: [item], count: 1, has_more: true, next_cursor: nextCursor });

const formOfAccount = { ...form, account_id: 'acme' };
const account = { id: 'acme', name: 'Acme', plan: 'pro', ...locale, created_at: at };
const usage = {
  submissions_this_month: { used: 412, limit: 10_000 },
  published_forms: { used: 2, limit: 50 },
  destinations: { used: 3, limit: 50 },
};
const key = { id: keyId, name: 'CI', scopes: ['submissions:read'], expires_at: null };
const settings = {
  id: destinationId,
  label: 'CRM',
  url: 'https://crm.example/hooks',
  events: ['submission.created'],
  form_id: null,
  ...everyQuestion,
  signature: 'timestamped',
  concurrency: 8,
  rate_per_second: null,
  enabled: true,
};
const changedDestination = {
  ...settings,
  disabled_because: null,
  disabled_since: null,
  previous_secret_until: null,
};
const destination = { ...changedDestination, created_at: at, updated_at: at };
const outcome = { kind: 'response', status: 200, excerpt: 'ok' };
const arrived = { attempt: 1, startedAt: at, durationMs: 42, outcome, nextAttemptAt: null, succeeded: true };
const delivery = {
  id: '5tUv6WxY7zAb8CdE9fGh',
  account_id: 'acme',
  destination_id: destinationId,
  kind: 'submission.created',
  form_id: formId,
  submission_id: submissionId,
  status: 'pending',
  attempt_count: 0,
  cancelled_because: null,
  cancel_note: null,
  last_outcome: null,
  next_attempt_at: at,
  held: null,
  created_at: at,
  updated_at: at,
  source: { stream: `submission-${submissionId}`, revision: 0, position: '4711', event_id: 'e1' },
};
const sentRequest = {
  attempt: 1,
  started_at: at,
  method: 'POST',
  url: 'https://crm.example/hooks',
  signature_fits: true,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks',
    'X-Service-Signature': 't=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
    'X-Service-Event': 'submission.created',
    'X-Service-Delivery': '5tUv6WxY7zAb8CdE9fGh',
  },
};
const sentBody = `{"event":"submission.created","submission_id":"${submissionId}","form":"Feedback"}`;
const auditEntry = {
  id: 'd1b9f2e3-4a5c-4d6e-9f7a-8b9c0d1e2f3a',
  recorded_at: at,
  position: '4730',
  revision: 0,
  actor: { kind: 'operator', id: 'local' },
  correlation_id: 'r1',
  causation_id: 'r1',
  stream: 'audit-acme',
  type: 'SubmissionErased',
  data: { submissionId, formId, at },
};

const recorded = {
  id: 'c0a8e1d2-3f4b-4c5d-8e6f-7a8b9c0d1e2f',
  recorded_at: at,
  position: '4711',
  revision: 0,
  actor: { kind: 'operator', id: 'local' },
  correlation_id: 'r1',
  causation_id: 'r1',
  deliveries: [],
  changes: [],
};
const told = {
  id: delivery.id,
  destination_id: destinationId,
  status: 'succeeded',
  attempts: [{ attempt: 1, started_at: at, duration_ms: 42, outcome, next_attempt_at: null }],
};
const wasThen = {
  as_of: at,
  revision: 0,
  position: '4711',
  recorded_at: at,
  compared_to: '1',
};
const historyOf = (stream: string, event: object, state: object, changes: readonly object[]) => ({
  answers: [pageOf({ ...recorded, stream, ...event }), { ...wasThen, state, changes }],
});

const generation = {
  id: 'submissions@1',
  version: 1,
  state: 'live',
  position: '4711',
  progress: 1,
  rate: 0,
  error: null,
  processes: [{ process: 'forms-1:4242', state: 'live' }],
  parked: 1,
  made_at: at,
};
const projection = {
  name: 'submissions',
  kind: 'read model',
  of: 'submissions',
  version: 1,
  generation: 'submissions@1',
  state: 'live',
  position: '4711',
  lag_events: 0,
  lag_seconds: 0,
  rate: 0,
  error: null,
  doing: null,
  generations: [generation],
  report: null,
  parked: 1,
};
const built = { ...generation, id: 'submissions@1.g2', state: 'building', position: '1200', progress: 0.25 };
const rebuilding = { ...projection, generations: [generation, { ...built, rate: 21_000 }] };
const skip = { event_id: recorded.id, reason: 'Written by a release that was withdrawn.' };
const asStored = { ...submission, account_id: 'acme' };

/** Examples of requests and answers, by operation. */
export const examples: Readonly<Record<string, Examples>> = {
  ...realignmentExamples(submission, projection),
  listProjections: { answers: [{ data: [projection], count: 1 }] },
  rebuildProjection: { answers: [rebuilding] },
  replayProjection: { body: { from: '2026-01-31T00:00:00Z' }, answers: [rebuilding] },
  verifyProjection: {
    body: { sample: 1_000 },
    answers: [{ ...projection, name: 'submissions.verify', kind: 'verification', state: 'building' }],
  },
  skipEvent: { body: skip, answers: [{ projection: 'submissions', ...skip, at }] },
  listDocuments: { answers: [pageOf(asStored)] },
  listForms: { answers: [pageOf(formItem), form] },
  readOwnForm: { answers: [form] },
  changeForm: { body: { id: formId, status: 'published' }, answers: [form] },
  listSubmissions: { answers: [pageOf(submissionItem), submission] },
  createSubmission: {
    body: { form_id: formId, form_version: 1, answers: { email, phone } },
    answers: [submission],
  },
  openAccount: { body: { name: 'Acme', plan: 'pro', ...locale }, answers: [account] },
  listAccounts: { answers: [pageOf(account)] },
  readAccount: { answers: [{ ...account, usage }] },
  changeAccount: { body: { time_zone: 'Europe/Berlin' }, answers: [account] },
  issueKey: {
    body: { name: 'CI', scopes: ['submissions:read'] },
    answers: [{ ...key, key: `flg_live_${keyId}_…`, created_at: at }],
  },
  listKeys: { answers: [pageOf({ ...key, revoked_at: null, created_at: at, last_used_at: at })] },
  readKey: { answers: [{ ...key, revoked_at: null, created_at: at, last_used_at: at }] },
  revokeKey: { answers: [{ ...key, revoked_at: at }] },
  ...importExamples,
  ...pageExamples,
  createForm: {
    body: { title: 'Feedback', fields: [{ label: 'E-mail', kind: 'email', required: true }] },
    answers: [formOfAccount],
  },
  listFormsOfAccount: { answers: [pageOf(formItem)] },
  readForm: { answers: [formOfAccount] },
  changeFormAndFields: { body: { slug: 'spring' }, answers: [{ ...formOfAccount, ...lostQuestion }] },
  listSubmissionsOfAccount: { answers: [pageOf(submissionItem)] },
  readSubmission: { answers: [submission] },
  submitToForm: {
    body: { form_id: formId, answers: { email: 'ada@example.com' } },
    answers: [submission],
  },
  addDestination: {
    body: { label: 'CRM', url: 'https://crm.example/hooks', included_questions: ['E-mail'] },
    answers: [{ ...settings, ...chosenQuestion(formId, field.id), signing_secret: '…', created_at: at }],
  },
  listDestinations: { answers: [pageOf(destination)] },
  readDestination: { answers: [destination] },
  enableDestination: { answers: [changedDestination] },
  disableDestination: {
    answers: [
      {
        ...changedDestination,
        enabled: false,
        disabled_because: { kind: 'operator' },
        disabled_since: at,
      },
    ],
  },
  changeDestination: {
    body: { url: 'https://crm.example/hooks/2', concurrency: 2 },
    answers: [{ ...changedDestination, url: 'https://crm.example/hooks/2', concurrency: 2 }],
  },
  pingDestination: { answers: [{ id: destinationId, delivery_id: '3sEn1tPiNgTo9AbCdEfG', waiting: 6 }] },
  rotateSigningSecret: {
    body: { overlap: true },
    answers: [{ id: destinationId, signing_secret: 'whsec_…', previous_secret_until: at }],
  },
  reencryptSigningSecret: { answers: [{ id: destinationId, changed: true }] },
  readDestinationTemplate: {
    answers: [
      {
        $schema: 'https://forms.example/schemas/destination-template.v1.json',
        formlog: { destination: 'generic', label: 'Custom webhook', docs: 'https://forms.example/docs' },
        enabled: true,
        events: ['submission.created'],
        url: '',
        includedQuestions: ['E-mail'],
        notes: ['Fill in url.'],
        formId,
      },
    ],
  },
  listDeliveries: { answers: [pageOf(delivery)] },
  readDelivery: {
    answers: [
      {
        ...delivery,
        status: 'succeeded',
        attempt_count: 1,
        last_outcome: outcome,
        next_attempt_at: null,
        attempts: [{ attempt: 1, started_at: at, duration_ms: 42, outcome, next_attempt_at: null }],
      },
    ],
  },
  listAllDeliveries: { answers: [pageOf(delivery)] },
  readDeliveryChanges: { answers: [{ data: [delivery], count: 1, position: '4720' }] },
  readSentRequests: {
    answers: [
      {
        id: delivery.id,
        body: sentBody,
        body_bytes: sentBody.length,
        missing: [],
        requests: [sentRequest],
      },
    ],
  },
  cancelDelivery: {
    body: { reason: 'the order was withdrawn' },
    answers: [{ id: delivery.id, status: 'cancelled', attempt_count: 2, next_attempt_at: null }],
  },
  replayDelivery: {
    answers: [{ id: delivery.id, status: 'pending', attempt_count: 9, next_attempt_at: at }],
  },
  ...paymentExamples,
  ...erasureExamples,
  ...parkedExamples,
  ...recoveryExamples,
  listAudit: { answers: [pageOf(auditEntry)] },
  exportEvents: { answers: [] },
  exportSubmissions: { answers: [] },
  historyOfAccount: historyOf(
    'account-acme',
    { type: 'PlanChanged', data: { plan: 'pro', at } },
    { name: 'Acme', plan: 'pro', created_at: at },
    [{ path: '/plan', before: 'free', after: 'pro' }],
  ),
  historyOfForm: historyOf(
    `form-${formId}`,
    { type: 'FormDetailsChanged', data: { title: 'Feedback', at } },
    { title: 'Feedback', status: 'draft' },
    [{ path: '/title', before: 'Poll', after: 'Feedback' }],
  ),
  historyOfSubmission: historyOf(
    `submission-${submissionId}`,
    { type: 'SubmissionPaymentCompleted', data: { payment, at }, deliveries: [told] },
    { form_id: formId, payment },
    [{ path: '/payment', before: null, after: payment }],
  ),
  historyOfDestination: historyOf(
    `destination-${destinationId}`,
    { type: 'DestinationEnabled', data: { at } },
    { ...settings, disabled_because: null },
    [{ path: '/enabled', before: false, after: true }],
  ),
  historyOfDelivery: historyOf(
    `delivery-${delivery.id}`,
    { type: 'DeliveryAttempted', data: { destinationId, ...arrived, at } },
    { ...delivery, status: 'succeeded' },
    [{ path: '/status', before: 'pending', after: 'succeeded' }],
  ),
};
