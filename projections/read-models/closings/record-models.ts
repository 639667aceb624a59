import type { RecordKind } from '../../../domain/closing/events.ts';
import type { Projection } from '../../projection.ts';
import { deliveries } from '../deliveries/projection.ts';
import { destinations } from '../destinations/projection.ts';
import { files } from '../files/projection.ts';
import { forms } from '../forms/projection.ts';
import { keys } from '../keys/projection.ts';
import { recoveries } from '../recoveries/projection.ts';
import { submissions } from '../submissions/projection.ts';

/** The read models that list the records of accounts. */
export const recordModels: Readonly<Record<RecordKind, Projection>> = {
  forms,
  submissions,
  files,
  destinations,
  deliveries,
  recoveries,
  keys,
};
