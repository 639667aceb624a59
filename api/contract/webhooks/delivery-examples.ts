import { at, destinationId, formId, submissionId } from '../examples.ts';

export const outcome = { kind: 'response', status: 200, excerpt: 'ok' };

export const arrived = {
  attempt: 1,
  startedAt: at,
  durationMs: 42,
  outcome,
  nextAttemptAt: null,
  succeeded: true,
};

export const delivery = {
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

export const sentRequest = {
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

export const sentBody = `{"event":"submission.created","submission_id":"${submissionId}","form":"Feedback"}`;
