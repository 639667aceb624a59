import type { Aliases } from '../aliases.ts';
import type { ReadStore } from '../read-store.ts';
import { accountQueries, type AccountQueries } from './accounts.ts';
import { deliveryQueries, type DeliveryQueries } from './deliveries.ts';
import { destinationQueries, type DestinationQueries } from './destinations.ts';
import { erasureQueries, type ErasureQueries } from './erasures.ts';
import { formQueries, type FormQueries } from './forms.ts';
import { keyQueries, type KeyQueries } from './keys.ts';
import { recoveryQueries, type RecoveryQueries } from './recoveries.ts';
import { submissionQueries, type SubmissionQueries } from './submissions.ts';
import { switching } from './switching.ts';

/** What can be asked of the read models. */
export interface Queries {
  readonly forms: FormQueries;
  readonly submissions: SubmissionQueries;
  readonly destinations: DestinationQueries;
  readonly deliveries: DeliveryQueries;
  readonly recoveries: RecoveryQueries;
  readonly keys: KeyQueries;
  readonly accounts: AccountQueries;
  readonly erasures: ErasureQueries;
}

/**
 * The queries of a read store. With `aliases` they ask what is read now; without, each model's first generation.
 */
export function openQueries(store: ReadStore, aliases?: Aliases): Queries {
  const asked = <Q extends object>(make: (store: ReadStore) => Q): Q =>
    aliases ? switching(make, store, aliases) : make(store);
  return {
    forms: asked(formQueries),
    submissions: asked(submissionQueries),
    destinations: asked(destinationQueries),
    deliveries: asked(deliveryQueries),
    recoveries: asked(recoveryQueries),
    keys: asked(keyQueries),
    accounts: asked(accountQueries),
    erasures: asked(erasureQueries),
  };
}
