const destinationId = '9pQr8StU7vWx6YzA5bCd';
const at = '2026-01-31T12:00:00.000Z';
const nextCursor = 'WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl';
const pageOf = (item: object) => ({ data: [item], count: 1, has_more: true, next_cursor: nextCursor });
const recovery = {
  id: '6uVw7XyZ8aBc9DeF0gHi',
  account_id: 'acme',
  destination_id: destinationId,
  since: at,
  since_position: null,
  until: '2026-02-01T12:00:00.000Z',
  kind: null,
  form_id: null,
  statuses: ['failed', 'exhausted', 'skipped'],
  status: 'running',
  paused_because: null,
  total: 1200,
  replayed: 250,
  passed_over: 0,
  per_second: 20,
  created_at: '2026-02-01T12:00:00.000Z',
};
const cancellation = {
  id: '7vXw8YzA9bCd0EfG1hIj',
  account_id: 'acme',
  destination_id: destinationId,
  since: at,
  since_position: null,
  until: '2026-02-01T12:00:00.000Z',
  kind: null,
  form_id: null,
  status: 'running',
  paused_because: null,
  total: 1200,
  cancelled: 250,
  passed_over: 0,
  reason: 'the receiver was replaced',
  per_second: 1000,
  created_at: '2026-02-01T12:00:00.000Z',
};
const cancellationItem = { ...cancellation, updated_at: '2026-02-01T12:00:05.000Z' };
const recoveryItem = { ...recovery, updated_at: '2026-02-01T12:00:05.000Z' };

/** The examples of recoveries and cancellations, by the ids of the operations. */
export const recoveryExamples = {
  countCancellable: { answers: [{ total: 1200, pending: 1200 }] },
  requestCancellation: {
    body: { since: at, reason: 'the receiver was replaced' },
    answers: [{ ...cancellation, cancelled: 0 }],
  },
  listCancellations: { answers: [pageOf(cancellationItem)] },
  readCancellation: { answers: [cancellationItem] },
  pauseCancellation: { answers: [{ ...cancellation, status: 'paused', paused_because: 'operator' }] },
  resumeCancellation: { answers: [cancellation] },
  cancelCancellation: { answers: [{ ...cancellation, status: 'cancelled' }] },
  countRecoverable: { answers: [{ total: 1200, failed: 200, exhausted: 400, skipped: 600 }] },
  requestRecovery: { body: { since: at, per_second: 20 }, answers: [{ ...recovery, replayed: 0 }] },
  listRecoveries: { answers: [pageOf(recoveryItem)] },
  readRecovery: { answers: [recoveryItem] },
  pauseRecovery: { answers: [{ ...recovery, status: 'paused', paused_because: 'operator' }] },
  resumeRecovery: { answers: [recovery] },
  cancelRecovery: { answers: [{ ...recovery, status: 'cancelled' }] },
} as const;
