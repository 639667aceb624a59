import Type from 'typebox';
import {
  closed,
  Cursor,
  Id,
  LastError,
  LogPoint,
  named,
  namedClosed,
  Nullable,
  Timestamp,
} from '../values.ts';

const Failing = Nullable(LastError);

const ParkedCount = Type.Integer({ description: 'The number of parked keys.' });

export const Generation = named('Generation', {
  id: Type.String(),
  version: Type.Integer(),
  state: Type.Enum(['building', 'live', 'kept', 'dropping']),
  position: Nullable(Type.String()),
  parked: ParkedCount,
  progress: Type.Number({ description: 'The part of the log that was read, from 0 to 1.' }),
  rate: Type.Integer({ description: 'Events read per second, recently.' }),
  error: Failing,
  processes: Type.Array(
    Type.Object({ process: Type.String(), state: Type.String() }, { $id: 'ProcessOfGeneration' }),
  ),
  made_at: Nullable(Timestamp),
});

export const Report = named('VerificationReport', {
  compared: Type.Integer(),
  moved_on: Type.Integer({ description: 'Changed by events after the end of the verification.' }),
  different: Type.Integer(),
  differences: Type.Array(
    named('Difference', {
      id: Type.String(),
      kind: Type.Enum(['missing', 'unexpected', 'different']),
      members: Type.Array(Type.String()),
    }),
  ),
  at: Type.String(),
});

const Doing = Nullable(
  Type.Object(
    { code: Type.String(), message: Type.String(), names: Type.Array(Type.String()), since: Type.String() },
    { $id: 'WorkInProgress', description: 'The present work of a worker; null while it is idle.' },
  ),
);

export const Projection = named('Projection', {
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
  report: Nullable(Report),
});

export const ProjectionReplay = namedClosed('ProjectionReplay', {
  from: Type.Optional(LogPoint),
  to: Type.Optional(LogPoint),
  into: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,40}$' })),
});

export const ProjectionVerification = Type.Object(
  { sample: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) },
  { ...closed, $id: 'ProjectionVerification' },
);

export const DocumentsQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
    cursor: Type.Optional(Cursor),
    account_id: Type.Optional(Id),
    id: Type.Optional(Id),
  },
  closed,
);

export const AnyDocument = Type.Object(
  { id: Type.String() },
  { $id: 'ReadModelDocument', additionalProperties: true },
);
