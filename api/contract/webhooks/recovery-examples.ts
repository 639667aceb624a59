import { at, destinationId } from '../examples.ts';

export const recovery = {
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

export const cancellation = {
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

export const cancellationItem = { ...cancellation, updated_at: '2026-02-01T12:00:05.000Z' };

export const recoveryItem = { ...recovery, updated_at: '2026-02-01T12:00:05.000Z' };
