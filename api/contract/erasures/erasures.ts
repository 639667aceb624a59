import Type from 'typebox';
import { erasureWaits } from '../../../projections/read-models/erasures/queries.ts';
import { at, formId, pageOf, submissionId } from '../examples.ts';
import { EventEntry } from '../history/history.ts';
import { operations } from '../operation.ts';
import { Collection, LastError, Listing, named, Nullable, PageQuery, Timestamp } from '../values.ts';

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
  sentence: 'Operator local erased a submission of “Feedback”.',
  data: { submissionId, formId, at },
};

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

const Member = Type.Object(
  {
    store: Type.Enum(['eventstore', 'mongodb']),
    member: Type.String({ description: 'The `host:port` of the member.' }),
    state: Type.String({
      description:
        '`away`: it does not answer. `not ready`: it is catching up or recovering. `working`: it scavenges. ' +
        '`waiting`: for its turn, another member, or a time. `failed`: it will be retried.',
    }),
    message: Type.String({ description: 'The state in words, with the remedy.' }),
    since: Type.String({ description: 'The time at which this state started, if known.' }),
  },
  { $id: 'StoreMember', description: 'A member of a store that may still hold erased data.' },
);

export const Waiting = Type.Object(
  {
    code: Type.Enum(erasureWaits, {
      description:
        '`dispatcher`: no dispatcher is running. `lease`: the process that ran erasures has ended, and another ' +
        'process takes over. `turn`: earlier erasures come first. `log`: the events are being deleted. ' +
        '`read_models`, `health`: the projections in `names` have not reached the erasure. `builds`: the ' +
        'generations or copies in `names` might store the data again. `scavenge`: members of the event store ' +
        'must scavenge. `compaction`: members of MongoDB must compact. `oplog`: the oplog of members of MongoDB ' +
        'still holds the data.',
    }),
    message: Type.String({ description: 'The state in words, with the remedy.' }),
    names: Type.Array(Type.String(), {
      description: 'The projections, generations, copies and members that the erasure waits for.',
    }),
    members: Type.Array(Member, { description: 'The members of the stores that the erasure waits for.' }),
    since: Nullable(Type.String({ description: 'The time at which this wait started.' })),
    error: Nullable({ ...LastError, description: 'The error of the last try. The step is retried.' }),
  },
  { $id: 'ErasureWait', description: 'The reason why the erasure waits; at most two seconds old.' },
);
export const Erasure = named('Erasure', {
  id: Type.String(),
  account_id: Type.String(),
  form_id: Nullable(Type.String()),
  status: Type.Enum(['erasing', 'erased'], {
    description:
      '`erasing`: the submission is hidden, and its events and file contents are being removed. `erased`: all are removed.',
  }),
  erased_at: Timestamp,
  completed_at: Nullable(Timestamp),
  deleted_from_log: Type.Boolean({ description: 'Whether every event about the submission is deleted.' }),
  scrubbed_at: Nullable(
    Type.String({
      description:
        'When the files of the event store and the documents of MongoDB no longer held the submission.',
    }),
  ),
  waiting_for: Nullable(Waiting),
});

export const LogMember = named('EventStoreMember', {
  member: Type.String({ description: 'The advertised `host:port`.' }),
  seen_at: Type.String({ format: 'date-time', description: 'When the member was last seen.' }),
});

export const erasureOperations = operations('admin', 'admin: forms', {
  eraseSubmission: {
    route: 'POST /submissions/:id/erase',
    summary: 'Erase a submission permanently',
    description:
      'Erases the answers, the payment and the deliveries of the submission. This cannot be undone. A repeated ' +
      'request returns the progress of the erasure.',
    response: { 200: Erasure },
    answer: 'The erasure and its progress.',
    gives: ['X-Log-Position'],
    errors: ['erased'],
    examples: { answers: [erasure] },
  },
  readErasure: {
    route: 'GET /submissions/:id/erasure',
    summary: 'Read the progress of the erasure of a submission',
    description:
      'Complete once every member of every store no longer holds the submission; until then, the members that the erasure waits for.',
    response: { 200: Erasure },
    answer: 'The erasure and its progress.',
    examples: { answers: [erased] },
  },
  listAudit: {
    route: 'GET /accounts/:id/audit',
    tag: 'admin: accounts',
    summary: 'List the audit facts that remain after erasures',
    description: 'Each erasure with its time and actor, oldest first.',
    querystring: PageQuery,
    response: { 200: Listing(EventEntry, 'Events, oldest first.') },
    gives: ['Link'],
    examples: { answers: [pageOf(auditEntry)] },
  },
  listEventStoreMembers: {
    route: 'GET /event-store-members',
    summary: 'List the members of the event store that erasures wait for',
    description: 'Every member ever seen in a cluster. A single node is not listed.',
    response: { 200: Collection(LogMember) },
    answer: 'The members, and when each was last seen.',
    examples: { answers: [{ data: [{ member: away.member, seen_at: at }], count: 1 }] },
  },
  forgetEventStoreMember: {
    route: 'DELETE /event-store-members/:id',
    summary: 'Forget a member of the event store that has left permanently',
    description:
      'An erasure is complete once every known member has removed the erased data from its files. ' +
      'A member that answers again is listed again.',
    response: { 204: Type.Null() },
    answer: 'The member was forgotten.',
    examples: { answers: [] },
  },
});
