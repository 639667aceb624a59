import { account } from '../../domain/account/decider.ts';
import { apiKey } from '../../domain/api-key/decider.ts';
import type { Decider } from '../../domain/decider.ts';
import { destination } from '../../domain/destination/decider.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import { file } from '../../domain/file/decider.ts';
import { form } from '../../domain/form/decider.ts';
import { picture } from '../../domain/picture/decider.ts';
import { recovery, type RecoveryState } from '../../domain/recovery/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { Aggregates } from '../../log/aggregates.ts';
import type { PlannedDeliveries } from '../../log/planned-deliveries.ts';

// Ownership never changes, so a cached state of any age is good enough.
const owner =
  <S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    streamNameOf: (id: string) => string,
    accountIn: (state: S) => string | null,
  ) =>
  async ({ load }: Pick<Aggregates, 'load'>, id: string): Promise<string | null> =>
    accountIn((await load(decider, streamNameOf(id), Infinity)).state);

type Owned = { readonly exists: false } | { readonly exists: true; readonly accountId: string };
const accountIn = (state: Owned): string | null => (state.exists ? state.accountId : null);

const jobOf = (action: 'send' | 'cancel') => (state: RecoveryState) =>
  state.exists && state.action === action ? state.accountId : null;

/** Returns the account that owns a delivery; null for a delivery that does not exist. */
export async function ownerOfDelivery(deliveries: PlannedDeliveries, id: string): Promise<string | null> {
  const { state } = await deliveries.load(id, { maxAgeMs: Infinity });
  return state.exists ? state.subject.accountId : null;
}

/** The account that owns a resource, by the kind of the resource; null for a resource that does not exist. */
export const ownerOf = {
  account: owner(account, streamOf.account, accountIn),
  key: owner(apiKey, streamOf.apiKey, accountIn),
  form: owner(form, streamOf.form, accountIn),
  submission: owner(submission, streamOf.submission, (state) =>
    state.exists ? state.present.accountId : null,
  ),
  file: owner(file, streamOf.file, (state) =>
    state.exists && !state.isGone ? state.received.accountId : null,
  ),
  picture: owner(picture, streamOf.picture, accountIn),
  destination: owner(destination, streamOf.destination, accountIn),
  recovery: owner(recovery, streamOf.recovery, jobOf('send')),
  cancellation: owner(recovery, streamOf.recovery, jobOf('cancel')),
} as const;
