import Type, { type Static } from 'typebox';
import { Actor } from '../../../domain/event.ts';
import type { HistoryKind } from '../../../projections/queries/history.ts';
import type { ErrorCode } from '../error-catalogue.ts';
import { at, destinationId, pageOf } from '../examples.ts';
import { formId, submissionId } from '../examples.ts';
import { type Examples, operations } from '../operation.ts';
import { payment } from '../submissions/payment-examples.ts';
import { Listing, named, Nullable } from '../values.ts';
import { closed, LogPoint, PageQuery, Timestamp } from '../values.ts';
import { delivery, outcome } from '../webhooks/delivery-examples.ts';
import { arrived } from '../webhooks/delivery-examples.ts';
import { settings } from '../webhooks/destination-examples.ts';
import { Attempt } from '../webhooks/outcomes.ts';

export const recorded = {
  id: 'c0a8e1d2-3f4b-4c5d-8e6f-7a8b9c0d1e2f',
  recorded_at: at,
  position: '4711',
  revision: 0,
  actor: { kind: 'operator', id: 'local' },
  correlation_id: 'r1',
  causation_id: 'r1',
  deliveries: [],
  changes: [],
  worded_changes: [],
};

const reportedDelivery = {
  id: delivery.id,
  destination_id: destinationId,
  status: 'succeeded',
  attempts: [{ attempt: 1, started_at: at, duration_ms: 42, outcome, next_attempt_at: null }],
};

const pastState = {
  as_of: at,
  revision: 0,
  position: '4711',
  recorded_at: at,
  compared_to: '1',
};

const historyOf = (
  stream: string,
  event: {
    readonly type: string;
    readonly sentence: string;
    readonly data: object;
    readonly deliveries?: readonly object[];
  },
  state: object,
  changes: readonly object[],
) => ({
  answers: [pageOf({ ...recorded, stream, ...event }), { ...pastState, state, changes }],
});

/** An event of the log as the admin API shows it. */
export const EventEntry = named('AuditEvent', {
  id: Type.String(),
  type: Type.String(),
  stream: Type.String(),
  revision: Type.Integer(),
  position: Type.String(),
  recorded_at: Timestamp,
  actor: { ...Actor, $id: 'Actor' },
  correlation_id: Type.String(),
  causation_id: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  sentence: Type.String({
    description: 'The event as a sentence in English, with the names of its time. Its words may change.',
  }),
});

/** A change as people saw it. */
export const WordedChange = named('WordedChange', {
  label: Type.String({ description: 'The question, or the name of the setting.' }),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});

/** A changed field; `before` or `after` is absent where that state lacks the field. */
export const Change = named('Change', {
  path: Type.String({ description: 'A JSON pointer.' }),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});

export const DeliveryEntry = named('DeliveryOfEvent', {
  id: Type.String(),
  destination_id: Type.String(),
  status: Type.String(),
  attempts: Type.Array(Attempt),
});

const HistoryEntry = named('HistoryEvent', {
  ...EventEntry.properties,
  changes: Type.Array(Change, {
    description: 'The members of the state that the event changed, without secrets.',
  }),
  worded_changes: Type.Array(WordedChange, {
    description: 'The changes as people saw them: labels, choices, amounts.',
  }),
  deliveries: Type.Array(DeliveryEntry, {
    description: 'The webhooks about this event, with every attempt.',
  }),
});

const State = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

export const Snapshot = named('StateAtPoint', {
  as_of: Type.String(),
  revision: Type.Union([Type.Integer(), Type.Null()]),
  position: Type.Union([Type.String(), Type.Null()]),
  recorded_at: Type.Union([Timestamp, Type.Null()]),
  state: State,
  compared_to: Type.Optional(Type.String()),
  changes: Type.Optional(Type.Array(Change)),
});

export const HistoryQuery = Type.Object(
  {
    ...PageQuery.properties,
    order: Type.Optional(
      Type.Enum(['asc', 'desc'], { default: 'asc', description: 'Oldest first, or newest first.' }),
    ),
    as_of: Type.Optional(LogPoint),
    compared_to: Type.Optional(LogPoint),
  },
  closed,
);
export type HistoryQuery = Static<typeof HistoryQuery>;

const history = <const K extends HistoryKind>(
  kind: K,
  noun: string,
  errors: readonly ErrorCode[],
  examples: Examples,
) =>
  ({
    route: `GET /${kind}/:id/history`,
    summary: `The history of ${noun}, or its state at a point`,
    description:
      'Each event with its time, actor and request, as a sentence and as data. `as_of` gives the state at a moment, with ' +
      '`compared_to` also the difference of two.',
    querystring: HistoryQuery,
    response: { 200: Type.Union([Listing(HistoryEntry, 'Events, in the order asked for.'), Snapshot]) },
    answer: 'A page of events; with `as_of` the state at that point.',
    gives: ['Link'],
    errors,
    examples,
  }) as const;

export const historyOperations = operations('admin', 'admin: history', {
  historyOfAccount: history(
    'accounts',
    'an account',
    ['not_found'],
    historyOf(
      'account-acme',
      {
        type: 'PlanChanged',
        sentence: 'Operator local changed the plan to “pro”.',
        data: { plan: 'pro', at },
      },
      { name: 'Acme', plan: 'pro', created_at: at },
      [{ path: '/plan', before: 'free', after: 'pro' }],
    ),
  ),
  historyOfForm: history(
    'forms',
    'a form',
    ['not_found'],
    historyOf(
      `form-${formId}`,
      {
        type: 'FormDetailsChanged',
        sentence: 'Operator local gave the form the title “Feedback”.',
        data: { title: 'Feedback', at },
      },
      { title: 'Feedback', status: 'draft' },
      [{ path: '/title', before: 'Poll', after: 'Feedback' }],
    ),
  ),
  historyOfSubmission: history(
    'submissions',
    'a submission',
    ['not_found', 'erased'],
    historyOf(
      `submission-${submissionId}`,
      {
        type: 'SubmissionPaymentCompleted',
        sentence: 'The submission was paid: 12.50 EUR with Stripe.',
        data: { payment, at },
        deliveries: [reportedDelivery],
      },
      { form_id: formId, payment },
      [{ path: '/payment', before: null, after: payment }],
    ),
  ),
  historyOfDestination: history(
    'destinations',
    'a destination',
    ['not_found'],
    historyOf(
      `destination-${destinationId}`,
      {
        type: 'DestinationEnabled',
        sentence: 'Operator local enabled the destination “CRM”.',
        data: { at },
      },
      { ...settings, disabled_because: null },
      [{ path: '/enabled', before: false, after: true }],
    ),
  ),
  historyOfDelivery: history(
    'deliveries',
    'a delivery',
    ['not_found', 'erased'],
    historyOf(
      `delivery-${delivery.id}`,
      {
        type: 'DeliveryAttempted',
        sentence: 'Sent to “CRM”: 200, delivered.',
        data: { destinationId, ...arrived, at },
      },
      { ...delivery, status: 'succeeded' },
      [{ path: '/status', before: 'pending', after: 'succeeded' }],
    ),
  ),
});
