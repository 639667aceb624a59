import type { CommandDeps } from '../../commands/deps.ts';
import { releaseIdentity, releaseLogin } from '../../commands/person/claim-login.ts';
import { leaveForGood } from '../../commands/person/erase-person.ts';
import { erasePersonTraces } from '../../coordination/person-traces.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import type { Actor } from '../../domain/event.ts';
import type { Identity } from '../../domain/person/events.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import { removeNotices } from '../../projections/generations/account-documents.ts';
import type { Scrubbed } from '../../projections/generations/scrub.ts';
import { changeIn, noticesOfChange } from '../notices/change-notices.ts';

interface Deps extends Pick<CommandDeps, 'aggregates' | 'log' | 'now'> {
  readonly store: Pick<ReadStore, 'named'>;
}

/** What the stream of a person names: everything that must not outlive it. */
interface Traces {
  readonly accountIds: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
  readonly identities: readonly Identity[];
  /** The cause of the erasure; null if the stream names none. */
  readonly by: Actor | null;
}

/**
 * Deletes a person whose requests have ended: the stream of the person goes last, because the ids of the notices come from it.
 * @throws as `endTraces`, and after a timeout for the read model of the notices
 */
export async function deletePerson(
  deps: Deps & Scrubbed,
  personId: string,
  context: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  await endTraces(deps, personId, context);
  await eraseChangeNotices(deps, personId, signal);
  await deps.log.eraseStream(streamOf.person(personId));
}

/**
 * Ends what the stream of a person names: memberships, chosen notices, claims to addresses and stored responses. Each step may be repeated.
 * @throws LogUnavailable, and any error of the read store
 */
export async function endTraces(deps: Deps, personId: string, context: CommandContext): Promise<void> {
  const traces = await unlessErased(tracesOf(deps.log, personId));
  if (!traces) return;
  const { accountIds, emails, identities, by } = traces;
  const acting = { ...context, actor: by ?? context.actor };
  for (const accountId of accountIds) await leaveForGood(deps, personId, accountId, acting);
  for (const email of emails) await releaseLogin(deps, email, personId, acting);
  for (const identity of identities) await releaseIdentity(deps, identity, personId, acting);
  await erasePersonTraces(deps.store, [...accountIds], [personId, ...emails]);
}

/** Erases the mails about changes of how a person signs in, which belong to no account, and their documents. */
async function eraseChangeNotices(
  deps: Deps & Scrubbed,
  personId: string,
  signal: AbortSignal,
): Promise<void> {
  const ids = (await unlessErased(changeNoticesOf(deps.log, personId))) ?? [];
  for (const id of ids) await deps.log.eraseStream(streamOf.notice(id));
  const head = await deps.log.head();
  if (ids.length > 0 && head !== null) await removeNotices(deps, ids, head, signal);
}

async function changeNoticesOf(
  log: Pick<CommandDeps['log'], 'readStream'>,
  personId: string,
): Promise<string[]> {
  const ids: string[] = [];
  let registeredAt: string | null = null;
  for await (const recorded of log.readStream(streamOf.person(personId))) {
    if (recorded.event.type === 'PersonRegistered') registeredAt = recorded.event.data.at;
    const change = changeIn(recorded);
    if (change && change.occurredAt !== registeredAt)
      ids.push(...noticesOfChange(change).map(({ noticeId }) => noticeId));
  }
  return ids;
}

async function tracesOf(log: Pick<CommandDeps['log'], 'readStream'>, personId: string): Promise<Traces> {
  const accountIds = new Set<string>();
  const emails = new Set<string>();
  const identities: Identity[] = [];
  let by: Actor | null = null;
  for await (const { event, metadata } of log.readStream(streamOf.person(personId))) {
    if (event.type === 'AccountJoined') accountIds.add(event.data.accountId);
    if (event.type === 'PersonRegistered' || event.type === 'PersonEmailChanged')
      emails.add(event.data.email);
    if (event.type === 'IdentityLinked')
      identities.push({ issuer: event.data.issuer, subject: event.data.subject });
    if (event.type === 'PersonErasureRequested') by = metadata.actor;
  }
  return { accountIds, emails, identities, by };
}
