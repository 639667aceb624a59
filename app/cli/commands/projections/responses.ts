import Type, { type Static } from 'typebox';
import * as parked from '../../../../api/contract/projections/parked-keys.ts';
import * as contract from '../../../../api/contract/projections/projection-schemas.ts';
import { Nullable } from '../../../../api/contract/values.ts';
import { listOf, response } from '../../client/response-schema.ts';

const Generation = response(contract.Generation, 'id', 'state', 'progress', 'rate', 'processes');
export type Generation = Static<typeof Generation>;

const Report = response(contract.Report, 'compared', 'moved_on', 'different', 'differences');

const { generations: _, report: __, ...status } = contract.Projection.properties;
const needed = ['name', 'kind', 'generation', 'state', 'lag_events', 'lag_seconds', 'rate'] as const;

export const Projection = Type.Intersect([
  response(Type.Object(status), ...needed),
  Type.Object({ generations: Type.Array(Generation), report: Type.Optional(Nullable(Report)) }),
]);
export type Projection = Static<typeof Projection>;
export const Projections = listOf(Projection);

const Parked = response(
  parked.ParkedKey,
  ...(['generation', 'scope', 'event', 'cause', 'reason', 'events', 'since'] as const),
);
export type Parked = Static<typeof Parked>;
export const ParkedKeys = listOf(Parked);

export const Retried = response(parked.ParkedKeysRetried, 'keys');
export const Document = contract.AnyDocument;
