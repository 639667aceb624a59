import { accounts } from './accounts.ts';
import { deliveries } from './deliveries.ts';
import { destinations } from './destinations.ts';
import { erasures } from './erasures.ts';
import { forms } from './forms.ts';
import { keys } from './keys.ts';
import type { Projection } from './projection.ts';
import { recoveries } from './recoveries.ts';
import { submissions } from './submissions.ts';

/** Every read model of the service. */
export const readModels: readonly Projection[] = [
  forms,
  submissions,
  destinations,
  deliveries,
  recoveries,
  keys,
  accounts,
  erasures,
];
