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
import { planSignIn, type SignInTelling } from './plan-sign-in.ts';

/** A change of how a person signs in. */
interface ChangeTelling {
  readonly kind: 'change';
  readonly personId: string;
  readonly trigger: PersonTrigger;
  readonly eventId: string;
  readonly position: bigint;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly correlationId: string;
}

export type PersonTelling = ChangeTelling | SignInTelling;

const changeOf = (type: string) => personChanges.find((change) => change === type);

function byOf({ metadata: { actor } }: RecordedEvent): PersonTrigger['by'] {
  if (actor.kind === 'operator') return 'operator';
  return actor.kind === 'member' ? 'person' : 'service';
}

/** Finds the changes of which people are told by mail, whatever they have chosen, and the sign-ins. It keeps no documents. */
export const personNoticePlanner: ProcessManager<Record<string, never>, PersonTelling> = {
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
export async function planPersonNotices(deps: Deps, tellings: readonly PersonTelling[]): Promise<void> {
  for (const telling of tellings) {
    if (!isNews(deps.now(), telling.occurredAt)) continue;
    if (telling.kind === 'sign-in') await planSignIn(deps, telling);
    else if (deps.mailer) await planChange(deps, telling);
  }
}

/**
 * Plans the mails about a change: to the person's address, and to the former one after a change of the address. The registration of
 * a person is no change.
 */
async function planChange(deps: Deps, telling: ChangeTelling): Promise<void> {
  const { personId, trigger, position, occurredAt } = telling;
  const stream = streamOf.person(personId);
  const state = await unlessErased(deps.aggregates.loadAsOf(person, stream, position));
  if (!state?.state.exists || state.state.registeredAt === occurredAt) return;
  await plan(deps, telling, trigger);
  if (trigger.change === 'PersonEmailChanged') await plan(deps, telling, { ...trigger, toFormer: true });
}

async function plan(deps: Deps, telling: ChangeTelling, trigger: PersonTrigger): Promise<void> {
  const { personId, eventId, occurredAt } = telling;
  const to = { accountId: '', personId, channel: 'mail' } as const;
  const noticeId = noticeIdOf(trigger, { eventId, occurredAt }, to);
  await appendPlan(deps, { noticeId, ...to, trigger, occurredAt }, telling);
}
