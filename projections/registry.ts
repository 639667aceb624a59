import type { Projection } from './projection.ts';
import { accounts } from './read-models/accounts/projection.ts';
import { closings } from './read-models/closings/projection.ts';
import { deliveries } from './read-models/deliveries/projection.ts';
import { destinations } from './read-models/destinations/projection.ts';
import { erasures } from './read-models/erasures/projection.ts';
import { expirations } from './read-models/expirations/projection.ts';
import { files } from './read-models/files/projection.ts';
import { forms } from './read-models/forms/projection.ts';
import { invitations } from './read-models/invitations/projection.ts';
import { keys } from './read-models/keys/projection.ts';
import { notices } from './read-models/notices/projection.ts';
import { personErasures } from './read-models/person-erasures/projection.ts';
import { recoveries } from './read-models/recoveries/projection.ts';
import { submissions } from './read-models/submissions/projection.ts';

/** All read models of the service. */
export const readModels: readonly Projection[] = [
  forms,
  submissions,
  destinations,
  deliveries,
  recoveries,
  keys,
  accounts,
  erasures,
  files,
  expirations,
  closings,
  notices,
  personErasures,
  invitations,
];
