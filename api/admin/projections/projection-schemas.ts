import Type from 'typebox';
import { visiblePattern } from '../../../domain/text.ts';
import type { ModelStatus } from '../../../projections/generations/control-types.ts';
import { LogPoint } from '../../requests/log-points.ts';
import { closed, Cursor, Id, Nullable, Timestamp } from '../../requests/schemas.ts';

const Failing = Nullable(Type.Object({ message: Type.String(), at: Type.String() }));
const ParkedCount = Type.Integer({ description: 'The number of parked keys.' });

const Generation = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  state: Type.Enum(['building', 'live', 'kept', 'dropping']),
  position: Nullable(Type.String()),
  parked: ParkedCount,
  progress: Type.Number({ description: 'The part of the log that was read, from 0 to 1.' }),
  rate: Type.Integer({ description: 'Events read per second, recently.' }),
  error: Failing,
  processes: Type.Array(Type.Object({ process: Type.String(), state: Type.String() })),
  made_at: Nullable(Timestamp),
});

const Report = Nullable(
  Type.Object({
    compared: Type.Integer(),
    moved_on: Type.Integer({ description: 'Changed by events after the end of the verification.' }),
    different: Type.Integer(),
    differences: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.Enum(['missing', 'unexpected', 'different']),
        members: Type.Array(Type.String()),
      }),
    ),
    at: Type.String(),
  }),
);

const Doing = Nullable(
  Type.Object(
    { code: Type.String(), message: Type.String(), names: Type.Array(Type.String()), since: Type.String() },
    { description: 'The present work of a worker; null while it is idle.' },
  ),
);

export const Projection = Type.Object({
  name: Type.String(),
  kind: Type.Enum(['read model', 'copy', 'verification', 'process manager', 'worker']),
  of: Type.String(),
  version: Type.Integer(),
  generation: Type.String(),
  state: Type.String(),
  position: Nullable(Type.String()),
  lag_events: Type.Integer({ description: 'Counted up to 10,000.' }),
  lag_seconds: Type.Number(),
  parked: ParkedCount,
  rate: Type.Integer(),
  error: Failing,
  doing: Doing,
  generations: Type.Array(Generation),
  report: Report,
});

/** The status as it is answered. */
export const projectionOf = ({ generations, report, doing, ...status }: ModelStatus) => ({
  ...status,
  doing: doing && {
    code: doing.code,
    message: doing.message,
    names: [...doing.names],
    since: doing.since,
  },
  generations: generations.map(({ processes, ...one }) => ({ ...one, processes: [...processes] })),
  report: report && {
    ...report,
    differences: report.differences.map(({ members, ...one }) => ({ ...one, members: [...members] })),
  },
});

export const ReplayBody = Type.Object(
  {
    from: Type.Optional(LogPoint),
    to: Type.Optional(LogPoint),
    into: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,40}$' })),
  },
  closed,
);

export const VerifyBody = Type.Object(
  { sample: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) },
  closed,
);

export const SkipBody = Type.Object(
  { event_id: Id, reason: Type.String({ minLength: 1, maxLength: 500, pattern: visiblePattern }) },
  closed,
);

export const Skipped = Type.Object({
  projection: Type.String(),
  event_id: Type.String(),
  reason: Type.String(),
  at: Type.String(),
});

/** A parked key: its events are held back until the failing event can be applied or is skipped. */
export const Parked = Type.Object({
  generation: Type.String(),
  scope: Type.Object(
    { kind: Type.Enum(['document', 'account', 'stream']), id: Type.String() },
    { description: 'The scope held back: the events of a document, of an account, or of a stream.' },
  ),
  account_id: Nullable(Type.String()),
  event: Type.Object({
    id: Type.String(),
    type: Type.String(),
    stream: Type.String(),
    revision: Type.Integer(),
    position: Type.String(),
  }),
  cause: Type.Enum(['unknown type', 'unreadable', 'handler', 'effect', 'document']),
  reason: Type.String(),
  events: Type.Integer({ description: 'The number of events held back, this event included.' }),
  since: Type.String(),
  retried_at: Nullable(Timestamp),
  is_retry_asked: Type.Boolean(),
});

export const RetryBody = Type.Object({ event_id: Type.Optional(Id) }, closed);

export const Retried = Type.Object({
  projection: Type.String(),
  keys: Type.Integer({ description: 'The number of parked keys that are retried.' }),
});

export const DocumentsQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
    cursor: Type.Optional(Cursor),
    account_id: Type.Optional(Id),
    id: Type.Optional(Id),
  },
  closed,
);

export const AnyDocument = Type.Object({ id: Type.String() }, { additionalProperties: true });
