const at = '2026-01-31T12:00:00.000Z';
const awayMessage =
  'The member eventstore-2:2113 does not answer. No scavenge is started while a member is away.';
const away = {
  store: 'eventstore',
  member: 'eventstore-2:2113',
  state: 'away',
  message: awayMessage,
  since: '2026-01-31T11:40:00.000Z',
};
const erasure = {
  id: '7nWq2HpX5jRf8gTz3LdE',
  account_id: 'acme',
  form_id: '4tYb9QmZ1xLr7cVd2KsA',
  status: 'erasing',
  erased_at: at,
  completed_at: null,
  deleted_from_log: true,
  scrubbed_at: null,
  waiting_for: {
    code: 'scavenge',
    message: `${awayMessage} Since ${away.since}.`,
    names: [away.member],
    members: [away],
    since: '2026-01-31T12:00:02.000Z',
    error: null,
  },
};
const erased = {
  ...erasure,
  status: 'erased',
  waiting_for: null,
  scrubbed_at: '2026-01-31T12:00:03.000Z',
  completed_at: '2026-01-31T12:00:04.000Z',
};

/** Examples of requests and answers about erasures, by operation. */
export const erasureExamples = {
  eraseSubmission: { answers: [erasure] },
  readErasure: { answers: [erased] },
  listEventStoreMembers: { answers: [{ data: [{ member: away.member, seen_at: at }], count: 1 }] },
  forgetEventStoreMember: { answers: [] },
};
