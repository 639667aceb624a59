import type { Static } from 'typebox';
import type {
  ControlFailure,
  ProjectionControl,
} from '../../projections/generations/control/control-types.ts';
import type { ProjectionReplay } from '../contract/projections/projection-schemas.ts';
import { wrongTogether } from '../errors/errors.ts';
import { logPointOf } from './log-points.ts';

/**
 * Requests a replay of a read model from a point, or a copy of a range.
 * @throws ApiError `invalid_request` for points that do not fit
 */
export async function requestReplay(
  projections: Pick<ProjectionControl, 'replay' | 'copy'>,
  name: string,
  { from, to, into }: Static<typeof ProjectionReplay>,
): Promise<ControlFailure | null> {
  if (into === undefined) {
    if (from === undefined || to !== undefined)
      throw wrongTogether(
        'A replay requires "from"; "to" requires "into".',
        [from === undefined ? 'from' : 'to'],
        'body',
      );
    return projections.replay(name, pointIn(from, 'from'));
  }
  const after = from === undefined ? null : pointIn(from, 'from');
  const upTo = to === undefined ? null : pointIn(to, 'to');
  if (isReversed(after, upTo)) throw wrongTogether('"from" must not be later than "to".', ['from'], 'body');
  return projections.copy(name, into, after, upTo);
}

type Point = ReturnType<typeof pointIn> | null;

/** Whether a range ends before it begins; a position and a time cannot be compared. */
const isReversed = (from: Point, to: Point): boolean =>
  from !== null &&
  to !== null &&
  (('time' in from && 'time' in to && from.time > to.time) ||
    ('position' in from && 'position' in to && from.position > to.position));

function pointIn(given: string, name: string) {
  const point = logPointOf(given, name, 'body');
  return 'time' in point ? { time: point.time.toISOString() } : point;
}
