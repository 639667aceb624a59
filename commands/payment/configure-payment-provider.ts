import type { SealedSecret } from '../../domain/destination/events.ts';
import { paymentProvider, type PaymentProviderState } from '../../domain/payment-provider/decider.ts';
import type { PaymentProvider } from '../../domain/payment-provider/events.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import type { Refusal } from '../refusal.ts';
import { SecretUnreadable } from '../secret-box.ts';

export interface ConfiguredProvider {
  readonly state: PaymentProviderState;
  readonly position: bigint | null;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'secrets' | 'now'>;

/**
 * Sets the secret with which a provider signs its webhooks to the context's account, or replaces it. Setting the same
 * secret again has no effect.
 */
export async function configurePaymentProvider(
  { aggregates, secrets, now }: Deps,
  { provider, signingSecret }: { readonly provider: PaymentProvider; readonly signingSecret: string },
  context: CommandContext,
): Promise<Result<ConfiguredProvider, Refusal>> {
  const { accountId } = context;
  const stream = streamOf.paymentProvider(accountId, provider);
  const { state, position } = await aggregates.load(paymentProvider, stream);
  if (opens(secrets, state, stream, signingSecret)) return ok({ state, position });
  const secret = secrets.seal(signingSecret, stream);
  const at = now().toISOString();
  const command = { type: 'ConfigurePaymentProvider', accountId, provider, secret, at } as const;
  return aggregates.execute(paymentProvider, stream, [command], context);
}

/** Whether the present secret is this one. A secret that cannot be opened is replaced. */
function opens(
  secrets: Deps['secrets'],
  { configured }: PaymentProviderState,
  stream: string,
  signingSecret: string,
): boolean {
  try {
    return configured !== null && secrets.open(configured.secret, stream) === signingSecret;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}

/** Removes the secret of a provider. Its webhooks are refused from then on. Repeating has no effect. */
export async function removePaymentProvider(
  { aggregates, now }: Deps,
  provider: PaymentProvider,
  context: CommandContext,
): Promise<Result<ConfiguredProvider, Refusal>> {
  const stream = streamOf.paymentProvider(context.accountId, provider);
  const command = { type: 'RemovePaymentProvider', at: now().toISOString() } as const;
  return aggregates.execute(paymentProvider, stream, [command], context);
}

/**
 * Seals the secret of a provider with the newest master key. The secret does not change; repeating has no effect.
 * @returns whether a secret was sealed again
 * @throws SecretUnreadable if the master key that sealed it is missing
 */
export async function resealPaymentProvider(
  deps: Deps,
  provider: PaymentProvider,
  context: CommandContext,
): Promise<Result<{ readonly changed: boolean; readonly position: bigint | null }, Refusal>> {
  const { aggregates, secrets, now } = deps;
  const stream = streamOf.paymentProvider(context.accountId, provider);
  const { state, revision, position } = await aggregates.load(paymentProvider, stream);
  if (!state.configured) return ok({ changed: false, position });
  const { secret: before } = state.configured;
  if (secrets.isCurrent(before)) return ok({ changed: false, position });
  const secret: SealedSecret = secrets.seal(secrets.open(before, stream), stream);
  const command = { type: 'ResealPaymentProviderSecret', secret, at: now().toISOString() } as const;
  // A new secret that is set at the same time must not be undone.
  const resealed = await aggregates.executeAt(paymentProvider, stream, revision, [command], context);
  if (resealed.ok) return ok({ changed: true, position: resealed.value.position });
  return resealed.error.code === 'revision_mismatch'
    ? resealPaymentProvider(deps, provider, context)
    : resealed;
}
