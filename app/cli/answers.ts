import Type, { type Static } from 'typebox';
import { FieldDefinition } from '../../domain/form/field.ts';

// What this command line needs of the API's answers. Members beyond these are let through, and printed with --json: a
// newer service may say more.

/** A value that there may not be. */
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const optionalText = Type.Optional(Nullable(Type.String()));

/** A list of items, a page of it where it has pages. */
const listOf = <T extends Type.TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    has_more: Type.Optional(Type.Boolean()),
    next_cursor: optionalText,
  });

export const Account = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  plan: Type.Optional(Type.String()),
  language: optionalText,
  time_zone: optionalText,
  created_at: optionalText,
});
export const Accounts = listOf(Account);

const Use = Type.Object({ used: Type.Integer(), limit: Type.Union([Type.Integer(), Type.Null()]) });
export const AccountWithUsage = Type.Object({
  ...Account.properties,
  usage: Type.Object({ submissions_this_month: Use, published_forms: Use, destinations: Use }),
});

export const Key = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: optionalText,
  revoked_at: optionalText,
  created_at: optionalText,
});
export const ConsoleTicket = Type.Object({ url: Type.String(), expires_at: Type.String() });
export const NewKey = Type.Object({ ...Key.properties, key: Type.String() });
export const Keys = listOf(Key);

export const StripeReceiver = Type.Object({
  url: Type.String(),
  configured_at: Nullable(Type.String()),
  unmatched_events: Type.Array(
    Type.Object({
      event_id: Type.String(),
      reason: Type.String(),
      submission_id: Nullable(Type.String()),
      received_at: Type.String(),
    }),
  ),
});

export const Form = Type.Object({
  id: Type.String(),
  title: Type.String(),
  slug: Type.Optional(Type.String()),
  status: Type.String(),
  submission_count: Type.Optional(Type.Integer()),
  created_at: optionalText,
  /** Of a change. */
  warnings: Type.Optional(Type.Array(Type.Object({ message: Type.String() }))),
});
export const Forms = listOf(Form);

export const Destination = Type.Object({
  id: Type.String(),
  label: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  form_id: optionalText,
  included_questions: Type.Optional(Type.Array(Type.String())),
  warnings: Type.Optional(Type.Array(Type.Object({ message: Type.String() }))),
  signature: optionalText,
  concurrency: Type.Optional(Type.Integer()),
  rate_per_second: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  enabled: Type.Boolean(),
  disabled_since: optionalText,
  disabled_because: Type.Optional(
    Nullable(Type.Object({ kind: Type.String(), failed_since: Type.Optional(Type.String()) })),
  ),
  previous_secret_until: optionalText,
});
export const NewSecret = Type.Object({
  id: Type.String(),
  signing_secret: Type.String(),
  previous_secret_until: optionalText,
});
export const Reencrypted = Type.Object({ changed: Type.Boolean() });
export const Pinged = Type.Object({ delivery_id: Type.String(), waiting: Type.Optional(Type.Integer()) });
export const ParkedDestinations = listOf(
  Type.Object({
    id: Type.String(),
    reason: Type.String(),
    since: Type.String(),
    retries: Type.Integer(),
    next_retry_at: Type.String(),
  }),
);
export const RetriedDestinations = Type.Object({ destinations: Type.Integer() });
export const FormFields = Type.Object({ fields: Type.Array(FieldDefinition), language: optionalText });
export const NewDestination = Type.Object({ ...Destination.properties, signing_secret: Type.String() });
export const Destinations = listOf(Destination);

const Outcome = Type.Union([
  Type.Object({
    kind: Type.Literal('response'),
    status: Type.Integer(),
    excerpt: Type.Optional(Type.String()),
  }),
  Type.Object({ kind: Type.Literal('error'), message: Type.String() }),
]);

/** What came of an attempt, in words. */
export const outcomeText = (outcome: Static<typeof Outcome>): string =>
  outcome.kind === 'response' ? `HTTP ${outcome.status}` : outcome.message;

/** The beginning of the receiver's response, on one line; empty if there was none. */
export const responseText = (outcome: Static<typeof Outcome>): string =>
  outcome.kind === 'response' ? (outcome.excerpt ?? '').replace(/\s+/g, ' ').trim().slice(0, 200) : '';

export const Attempt = Type.Object({
  attempt: Type.Integer(),
  started_at: Type.String(),
  duration_ms: Type.Number(),
  outcome: Outcome,
  next_attempt_at: optionalText,
});
export type Attempt = Static<typeof Attempt>;

export const Delivery = Type.Object({
  id: Type.String(),
  destination_id: Type.String(),
  kind: Type.String(),
  form_id: optionalText,
  submission_id: optionalText,
  status: Type.String(),
  cancelled_because: optionalText,
  cancel_note: optionalText,
  attempt_count: Type.Integer(),
  attempts: Type.Optional(Type.Array(Attempt)),
  last_outcome: Type.Optional(Type.Union([Outcome, Type.Null()])),
  next_attempt_at: optionalText,
  held: optionalText,
  created_at: optionalText,
  updated_at: optionalText,
});
export type Delivery = Static<typeof Delivery>;
export const Deliveries = listOf(Delivery);
export const DeliveryChanges = Type.Object({ data: Type.Array(Delivery), position: Type.String() });

export const SentRequests = Type.Object({
  body: Nullable(Type.String()),
  missing: Type.Array(Type.String()),
  requests: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      started_at: Type.String(),
      method: Type.String(),
      url: Nullable(Type.String()),
      headers: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
      signature_fits: Type.Union([Type.Boolean(), Type.Null()]),
    }),
  ),
});

export const Recovery = Type.Object({
  id: Type.String(),
  destination_id: optionalText,
  status: Type.String(),
  paused_because: optionalText,
  total: Type.Integer(),
  /** Of a recovery, and of a cancellation. */
  replayed: Type.Optional(Type.Integer()),
  cancelled: Type.Optional(Type.Integer()),
  passed_over: Type.Integer(),
  per_second: Type.Number(),
  created_at: optionalText,
});
export type Recovery = Static<typeof Recovery>;
export const Recoveries = listOf(Recovery);
export const Recoverable = Type.Object({
  total: Type.Integer(),
  failed: Type.Optional(Type.Integer()),
  exhausted: Type.Optional(Type.Integer()),
  skipped: Type.Optional(Type.Integer()),
  pending: Type.Optional(Type.Integer()),
});

export const Change = Type.Object({
  path: Type.String(),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});
export type Change = Static<typeof Change>;

export const HistoryEntry = Type.Object({
  revision: Type.Integer(),
  position: Type.String(),
  recorded_at: Type.String(),
  type: Type.String(),
  actor: Type.Object({ kind: Type.String(), id: Type.String() }),
  causation_id: Type.String(),
  correlation_id: optionalText,
  data: Type.Optional(Type.Unknown()),
  changes: Type.Optional(Type.Array(Change)),
  deliveries: Type.Optional(
    Type.Array(
      Type.Object({ id: Type.String(), status: Type.String(), attempts: Type.Array(Type.Unknown()) }),
    ),
  ),
});
export const Histories = listOf(HistoryEntry);

const AuditEntry = Type.Object({
  revision: Type.Integer(),
  recorded_at: Type.String(),
  type: Type.String(),
  actor: Type.Object({ kind: Type.String(), id: Type.String() }),
  data: Type.Object({ submissionId: Type.String(), deliveryId: Type.Optional(Type.String()) }),
});
export type AuditEntry = Static<typeof AuditEntry>;
export const AuditPage = listOf(AuditEntry);

export const PastState = Type.Object({
  as_of: Type.String(),
  recorded_at: optionalText,
  state: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  changes: Type.Optional(Type.Array(Change)),
});

export const SubmissionItem = Type.Object({
  id: Type.String(),
  form_id: Type.String(),
  form_title: Type.String(),
  submitted_at: Type.String(),
});
export type SubmissionItem = Static<typeof SubmissionItem>;
export const Submissions = listOf(SubmissionItem);
export const Submission = Type.Object({
  ...SubmissionItem.properties,
  fields: Type.Array(
    Type.Object({
      key: Type.String(),
      label: Type.String(),
      value: Type.Unknown(),
      display: optionalText,
      e164: optionalText,
    }),
  ),
});
export type Submission = Static<typeof Submission>;

export const FormOfAccount = Type.Object({
  ...FormFields.properties,
  id: Type.String(),
  account_id: Type.String(),
  time_zone: optionalText,
});

/** The outcomes of imported rows, in their order. */
export const ImportedRows = Type.Object({
  data: Type.Array(
    Type.Object({
      id: optionalText,
      replayed: Type.Optional(Type.Boolean()),
      error: Type.Optional(
        Type.Object({
          message: Type.String(),
          details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
        }),
      ),
    }),
  ),
});
export type ImportedRows = Static<typeof ImportedRows>;

export const Anything = Type.Unknown();
