import type { CommandDeps } from '../../commands/deps.ts';
import { notice } from '../../domain/notice/decider.ts';
import { noticeIdOf } from '../../domain/notice/notice-id.ts';
import { personChanges, type PersonTrigger } from '../../domain/notice/trigger.ts';
import { person } from '../../domain/person/decider.ts';
import { idIn, streamOf } from '../../domain/stream-names.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ProcessManager } from '../../projections/projection.ts';
import { isNews } from './plan-notices.ts';

/** A change of how a person signs in. */
export interface PersonTelling {
  readonly personId: string;
  readonly trigger: PersonTrigger;
  readonly eventId: string;
  readonly position: bigint;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly correlationId: string;
}

const changeOf = (type: string) => personChanges.find((change) => change === type);

function byOf({ metadata: { actor } }: RecordedEvent): PersonTrigger['by'] {
  if (actor.kind === 'operator') return 'operator';
  return actor.kind === 'member' ? 'person' : 'service';
}

/** Finds the changes of which people are told by mail, whatever they have chosen. It keeps no documents. */
export const personNoticePlanner: ProcessManager<Record<string, never>, PersonTelling> = {
  name: 'person-notice-planner',
  version: 1,
  streamPrefixes: ['person-'],
  gatherMs: 200,
  indexes: [],
  key: ({ event, stream }) => (changeOf(event.type) === undefined ? null : idIn(stream)),
  on: {},
  react: (_, recorded) => {
    const { id: eventId, stream, position, event, metadata } = recorded;
    const change = changeOf(event.type);
    if (change === undefined || !('at' in event.data)) return [];
    const by = byOf(recorded);
    const trigger = { kind: 'person.changed', change, position: String(position), by } as const;
    const { correlationId } = metadata;
    return [{ personId: idIn(stream), trigger, eventId, position, occurredAt: event.data.at, correlationId }];
  },
};

interface Deps extends Pick<CommandDeps, 'aggregates' | 'now'> {
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
}

/**
 * Plans the mails about changes, each once: to the person's address, and to the former one after a change of the address. The
 * registration of a person is no change.
 * @throws LogUnavailable
 */
export async function planPersonNotices(deps: Deps, tellings: readonly PersonTelling[]): Promise<void> {
  if (!deps.mailer) return;
  for (const telling of tellings) {
    if (!isNews(deps.now(), telling.occurredAt)) continue;
    const { personId, trigger, position, occurredAt } = telling;
    const stream = streamOf.person(personId);
    const state = await unlessErased(deps.aggregates.loadAsOf(person, stream, position));
    if (!state?.state.exists || state.state.registeredAt === occurredAt) continue;
    await plan(deps, telling, trigger);
    if (trigger.change === 'PersonEmailChanged') await plan(deps, telling, { ...trigger, toFormer: true });
  }
}

async function plan(
  { aggregates, now }: Deps,
  { personId, eventId, occurredAt, correlationId }: PersonTelling,
  trigger: PersonTrigger,
): Promise<void> {
  const to = { accountId: '', personId, channel: 'mail' } as const;
  const noticeId = noticeIdOf(trigger, { eventId, occurredAt }, to);
  const planned = { noticeId, ...to, trigger, occurredAt };
  await aggregates.execute(
    notice,
    streamOf.notice(noticeId),
    [{ type: 'PlanNotice', notice: planned, at: now().toISOString() }],
    {
      accountId: '',
      actor: { kind: 'system', id: 'notices' },
      correlationId,
      causationId: eventId,
      idempotencyKey: `notice:${noticeId}`,
    },
    { isNew: true },
  );
}
