import type { ReadStore } from '../read-store.ts';
import { accountQueries, type AccountQueries } from './accounts.ts';
import { deliveryQueries, type DeliveryQueries } from './deliveries.ts';
import { destinationQueries, type DestinationQueries } from './destinations.ts';
import { formQueries, type FormQueries } from './forms.ts';
import { keyQueries, type KeyQueries } from './keys.ts';
import { recoveryQueries, type RecoveryQueries } from './recoveries.ts';
import { submissionQueries, type SubmissionQueries } from './submissions.ts';

/** What can be asked of the read models. */
export interface Queries {
  readonly forms: FormQueries;
  readonly submissions: SubmissionQueries;
  readonly destinations: DestinationQueries;
  readonly deliveries: DeliveryQueries;
  readonly recoveries: RecoveryQueries;
  readonly keys: KeyQueries;
  readonly accounts: AccountQueries;
}

export const openQueries = (store: ReadStore): Queries => ({
  forms: formQueries(store),
  submissions: submissionQueries(store),
  destinations: destinationQueries(store),
  deliveries: deliveryQueries(store),
  recoveries: recoveryQueries(store),
  keys: keyQueries(store),
  accounts: accountQueries(store),
});
