import { login } from '../../domain/login/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Refusal } from '../refusal.ts';
import { personWithId } from './find-person.ts';
import { loginHash } from './login-name.ts';

type Deps = Pick<CoreDeps, 'aggregates' | 'now'>;

/** How long an address is kept for the person who claimed it: its process may be about to write it. */
const unusedMs = 600_000;

/** Claims an address for a person to sign in with. @returns `login_taken` if another person has it */
export async function claimLogin(
  deps: Deps,
  email: string,
  personId: string,
  { requestKey: _, ...context }: CommandContext,
): Promise<Result<null, Refusal>> {
  const stream = streamOf.login(await loginHash(email));
  const { holder } = (await deps.aggregates.load(login, stream)).state;
  const from = holder && (await isUnused(deps, email, holder)) ? holder.personId : null;
  const command = { type: 'ClaimLogin', personId, from, at: deps.now().toISOString() } as const;
  const claimed = await deps.aggregates.execute(login, stream, [command], context);
  return claimed.ok ? ok(null) : claimed;
}

async function isUnused(
  deps: Deps,
  email: string,
  { personId, since }: { readonly personId: string; readonly since: string },
): Promise<boolean> {
  const holder = await personWithId(deps, personId);
  if (holder?.email === email) return false;
  return deps.now().getTime() - Date.parse(since) > unusedMs;
}

/** Gives an address back that the person no longer has. */
export async function releaseLogin(
  { aggregates, now }: Deps,
  email: string,
  personId: string,
  { requestKey: _, ...context }: CommandContext,
): Promise<void> {
  const command = { type: 'ReleaseLogin', personId, at: now().toISOString() } as const;
  await aggregates.execute(login, streamOf.login(await loginHash(email)), [command], context);
}
