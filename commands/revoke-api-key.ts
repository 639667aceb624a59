import { apiKey } from '../domain/api-key/decider.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { CommandDeps } from './deps.ts';
import { notFound, type Refusal } from './refusal.ts';

/** Revokes a key of the context's account, for good. Revoking it again changes nothing. */
export async function revokeApiKey(
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  { keyId }: { readonly keyId: string },
  context: CommandContext,
): Promise<Result<{ readonly position: bigint | null }, Refusal>> {
  const stream = streamOf.apiKey(keyId);
  const { state } = await deps.aggregates.load(apiKey, stream);
  if (!state.exists || state.accountId !== context.accountId) return notFound;
  const at = deps.now().toISOString();
  const revoked = await deps.aggregates.execute(apiKey, stream, [{ type: 'RevokeApiKey', at }], context);
  return revoked.ok ? ok({ position: revoked.value.position }) : revoked;
}
