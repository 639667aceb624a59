import type { CommandDeps } from '../../commands/deps.ts';
import { noticeIdOf } from '../../domain/notice/notice-id.ts';
import { personChanges, type PersonTrigger } from '../../domain/notice/trigger.ts';
import { person } from '../../domain/person/decider.ts';
import { idIn, streamOf } from '../../domain/stream-names.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ProcessManager } from '../../projections/projection.ts';
import { appendPlan } from './append-plan.ts';
import { isNews } from './plan-notices.ts';
import { planSignIn, type SignInAnnouncement } from './plan-sign-in.ts';

/** A change of how a person signs in. */
interface ChangeAnnouncement {
  readonly kind: 'change';
  readonly personId: string;
  readonly trigger: PersonTrigger;
  readonly eventId: string;
  readonly position: bigint;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly correlationId: string;
}

export type PersonAnnouncement = ChangeAnnouncement | SignInAnnouncement;

const changeOf = (type: string) => personChanges.find((change) => change === type);

function byOf({ metadata: { actor } }: RecordedEvent): PersonTrigger['by'] {
  if (actor.kind === 'operator') return 'operator';
  return actor.kind === 'member' ? 'person' : 'service';
}

/** Finds sign-ins, and the changes that people get a mail about whatever they have chosen. It keeps no documents. */
export const personNoticePlanner: ProcessManager<Record<string, never>, PersonAnnouncement> = {
  name: 'person-notice-planner',
  version: 1,
  streamPrefixes: ['person-'],
  gatherMs: 200,
  indexes: [],
  key: ({ event: { type }, stream }) =>
    type === 'SessionBegun' || changeOf(type) !== undefined ? idIn(stream) : null,
  on: {},
  react: (_, recorded) => {
    const { id: eventId, stream, position, event, metadata } = recorded;
    const { correlationId, accountId: enteredId } = metadata;
    const origin = { personId: idIn(stream), eventId, position, correlationId };
    if (event.type === 'SessionBegun') {
      const { method, device, provedAt, at: occurredAt } = event.data;
      // A session that goes on under another id is no sign-in.
      if (provedAt !== undefined) return [];
      const trigger = { kind: 'member.signed_in', method } as const;
      return [{ kind: 'sign-in', ...origin, trigger, device, enteredId, occurredAt }];
    }
    const change = changeOf(event.type);
    if (change === undefined || !('at' in event.data)) return [];
    const by = byOf(recorded);
    const trigger = { kind: 'person.changed', change, position: String(position), by } as const;
    return [{ kind: 'change', ...origin, trigger, occurredAt: event.data.at }];
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

/**
 * Plans the mails about a change: to the person's address, and to the former one after a change of the address. The registration of
 * a person is no change.
 */
async function planChange(deps: Deps, announcement: ChangeAnnouncement): Promise<void> {
  const { personId, trigger, position, occurredAt } = announcement;
  const stream = streamOf.person(personId);
  const state = await unlessErased(deps.aggregates.loadAsOf(person, stream, position));
  if (!state?.state.exists || state.state.registeredAt === occurredAt) return;
  await plan(deps, announcement, trigger);
  if (trigger.change === 'PersonEmailChanged') await plan(deps, announcement, { ...trigger, toFormer: true });
}

async function plan(deps: Deps, announcement: ChangeAnnouncement, trigger: PersonTrigger): Promise<void> {
  const { personId, eventId, occurredAt } = announcement;
  const to = { accountId: '', personId, channel: 'mail' } as const;
  const noticeId = noticeIdOf(trigger, { eventId, occurredAt }, to);
  await appendPlan(deps, { noticeId, ...to, trigger, occurredAt }, announcement);
}
