import Type, { type Static } from 'typebox';
import { Nullable } from '../../../../api/contract/values.ts';

/** What this command line needs of the API's answers about read models. */
const Generation = Type.Object({
  id: Type.String(),
  state: Type.String(),
  position: Nullable(Type.String()),
  progress: Type.Number(),
  rate: Type.Number(),
  error: Nullable(Type.Object({ message: Type.String() })),
  processes: Type.Array(Type.Object({ process: Type.String(), state: Type.String() })),
});

const Report = Type.Object({
  compared: Type.Integer(),
  moved_on: Type.Integer(),
  different: Type.Integer(),
  differences: Type.Array(
    Type.Object({ id: Type.String(), kind: Type.String(), members: Type.Array(Type.String()) }),
  ),
});

export const Projection = Type.Object({
  name: Type.String(),
  kind: Type.String(),
  version: Type.Integer(),
  generation: Type.String(),
  state: Type.String(),
  position: Nullable(Type.String()),
  lag_events: Type.Integer(),
  lag_seconds: Type.Number(),
  parked: Type.Optional(Type.Integer()),
  rate: Type.Number(),
  error: Nullable(Type.Object({ message: Type.String() })),
  doing: Type.Optional(Nullable(Type.Object({ message: Type.String() }))),
  generations: Type.Array(Generation),
  report: Nullable(Report),
});
export type Projection = Static<typeof Projection>;
export type Generation = Static<typeof Generation>;

const Parked = Type.Object({
  generation: Type.String(),
  scope: Type.Object({ kind: Type.String(), id: Type.String() }),
  event: Type.Object({ id: Type.String(), type: Type.String(), stream: Type.String() }),
  cause: Type.String(),
  reason: Type.String(),
  events: Type.Integer(),
  since: Type.String(),
});
export type Parked = Static<typeof Parked>;

export const ParkedKeys = Type.Object({ data: Type.Array(Parked) });
export const Retried = Type.Object({ projection: Type.String(), keys: Type.Integer() });
export const Projections = Type.Object({ data: Type.Array(Projection) });
export const Skipped = Type.Object({ projection: Type.String(), event_id: Type.String() });
export const Documents = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String() })),
  next_cursor: Nullable(Type.String()),
});
