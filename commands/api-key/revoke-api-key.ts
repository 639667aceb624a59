import { apiKey, type ApiKeyState } from '../../domain/api-key/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';

export interface RevokedApiKey {
  readonly key: Extract<ApiKeyState, { exists: true }>;
  readonly position: bigint | null;
}

/** Revokes a key of the context's account for good. Repeating has no effect. */
export async function revokeApiKey(
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  { keyId }: { readonly keyId: string },
  context: CommandContext,
): Promise<Result<RevokedApiKey, Refusal>> {
  const stream = streamOf.apiKey(keyId);
  const { state } = await deps.aggregates.load(apiKey, stream);
  if (!state.exists || state.accountId !== context.accountId) return notFound;
  const at = deps.now().toISOString();
  const revoked = await deps.aggregates.execute(apiKey, stream, [{ type: 'RevokeApiKey', at }], context);
  if (!revoked.ok) return revoked;
  const { state: key, position } = revoked.value;
  return key.exists ? ok({ key, position }) : notFound;
}
