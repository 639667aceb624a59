import type { CommandDeps } from '../../commands/deps.ts';
import { person } from '../../domain/person/decider.ts';
import { idIn, streamOf } from '../../domain/stream-names.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ProcessManager } from '../../projections/projection.ts';
import { appendPlan } from './append-plan.ts';
import { type ChangeAnnouncement, changeIn, isChange, noticesOfChange } from './change-notices.ts';
import { isNews } from './plan-notices.ts';
import { planSignIn, type SignInAnnouncement } from './plan-sign-in.ts';

export type PersonAnnouncement = ChangeAnnouncement | SignInAnnouncement;

/** Finds sign-ins, and the changes that people get a mail about whatever they have chosen. It keeps no documents. */
export const personNoticePlanner: ProcessManager<Record<string, never>, PersonAnnouncement> = {
  name: 'person-notice-planner',
  version: 1,
  streamPrefixes: ['person-'],
  gatherMs: 200,
  indexes: [],
  key: ({ event: { type }, stream }) => (type === 'SessionBegun' || isChange(type) ? idIn(stream) : null),
  on: {},
  react: (_, recorded) => {
    const { id: eventId, stream, position, event, metadata } = recorded;
    if (event.type !== 'SessionBegun') {
      const change = changeIn(recorded);
      return change ? [change] : [];
    }
    const { correlationId, accountId: enteredId } = metadata;
    const { method, device, provedAt, at: occurredAt } = event.data;
    // A session that goes on under another id is no sign-in.
    if (provedAt !== undefined) return [];
    const trigger = { kind: 'member.signed_in', method } as const;
    const origin = { personId: idIn(stream), eventId, position, correlationId };
    return [{ kind: 'sign-in', ...origin, trigger, device, enteredId, occurredAt }];
  },
};

interface Deps extends Pick<CommandDeps, 'aggregates' | 'now'> {
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
}

/**
 * Plans the mails about changes and the notices of sign-ins, each once.
 * @throws LogUnavailable
 */
export async function planPersonNotices(
  deps: Deps,
  announcements: readonly PersonAnnouncement[],
): Promise<void> {
  for (const announcement of announcements) {
    if (!isNews(deps.now(), announcement.occurredAt)) continue;
    if (announcement.kind === 'sign-in') await planSignIn(deps, announcement);
    else if (deps.mailer) await planChange(deps, announcement);
  }
}

/** Plans the mails about a change. The registration of a person is no change. */
async function planChange(deps: Deps, announcement: ChangeAnnouncement): Promise<void> {
  const { personId, position, occurredAt } = announcement;
  const stream = streamOf.person(personId);
  const state = await unlessErased(deps.aggregates.loadAsOf(person, stream, position));
  if (!state?.state.exists || state.state.registeredAt === occurredAt) return;
  // The erasure of the person erases the notices first.
  for (const notice of noticesOfChange(announcement))
    await unlessErased(appendPlan(deps, notice, announcement));
}
