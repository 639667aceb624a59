const eventId = 'c0a8e1d2-3f4b-4c5d-8e6f-7a8b9c0d1e2f';
const submissionId = '7nWq2HpX5jRf8gTz3LdE';
const at = '2026-01-31T12:00:00.000Z';
const parked = {
  generation: 'submissions@1',
  scope: { kind: 'document', id: submissionId },
  account_id: 'acme',
  event: {
    id: eventId,
    type: 'SubmissionPaymentCompleted',
    stream: `submission-${submissionId}`,
    revision: 1,
    position: '4711',
  },
  cause: 'unreadable',
  reason: 'version 2 is newer than 1',
  events: 3,
  since: at,
  retried_at: null,
  is_retry_asked: false,
};
const parkedDestination = {
  id: '4fJkZ0qJ2mXr8sVtYb1c',
  master_key: '8c2f1e0d9b7a6c54',
  since: at,
  retries: 2,
  retried_at: at,
  reason:
    'a sealed secret cannot be opened: it was sealed with key 8c2f1e0d9b7a6c54, this process has 0a1b2c3d4e5f6071',
  next_retry_at: at,
};

/** Examples of requests and answers about parked keys and destinations, by operation. */
export const parkedExamples = {
  listParkedKeys: { answers: [{ data: [parked], count: 1 }] },
  retryParkedKeys: {
    body: { event_id: eventId },
    answers: [{ projection: 'submissions', keys: 1 }],
  },
  listParkedDestinations: { answers: [{ data: [parkedDestination], count: 1 }] },
  retryParkedDestinations: {
    body: { destination_id: parkedDestination.id },
    answers: [{ destinations: 1 }],
  },
};
