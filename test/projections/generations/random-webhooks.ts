import {
  needsFirst,
  type Plan,
  planDeliveries,
  type Subscription,
  subscriptionsAfter,
} from '../../../domain/delivery/plan.ts';
import { type RecordedPlan, recordedPlanOf } from '../../../domain/delivery/subject.ts';
import { type DestinationEvent, webhookKinds } from '../../../domain/destination/events.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { configured, type Fact, inDelivery, inDestination } from '../samples.ts';

/** The account of a random history with a prefix. */
export const accountOf = (prefix: string): string => `${prefix}acme`;

interface Begun extends Plan {
  /** The number of attempts; null before the first event. */
  attempts: number | null;
}

/**
 * The destinations of a random history, which change between the events that they receive, and the deliveries that these
 * events begin: most without an event, some with those of this release, some with those of earlier ones.
 * @param anyForm the id of some form
 */
export function randomWebhooks(random: () => number, prefix: string, anyForm: () => string) {
  const upTo = (count: number) => Math.floor(random() * count);
  const one = <T>(of: readonly T[]): T | undefined => of[upTo(of.length)];
  let subscriptions: readonly Subscription[] = [];
  let begun: Begun[] = [];
  let made = 0;

  function heard(fact: Fact): Fact {
    subscriptions = subscriptionsAfter(subscriptions, fact);
    return fact;
  }

  /** Returns an event that may begin deliveries, with the id from which their ids are derived. */
  function source(fact: Fact, first: Fact | null = null): Fact {
    const id = uuidBy(random);
    const recorded = { ...fact, id, revision: 0, position: 1n, metadata: { accountId: accountOf(prefix) } };
    const plans = planDeliveries(subscriptions, recorded, needsFirst(recorded) ? first : null);
    begun.push(...plans.map((plan) => ({ ...plan, attempts: null })));
    return { ...fact, id };
  }

  const changesOf = ({ enabled }: Subscription, at: string): readonly DestinationEvent[] => [
    { type: 'DestinationChanged', data: { settings: { formId: random() < 0.5 ? anyForm() : null }, at } },
    {
      type: 'DestinationChanged',
      data: {
        settings: { events: [...webhookKinds] },
        at,
      },
    },
    { type: 'DestinationChanged', data: { settings: { includedFields: [] }, at } },
    enabled
      ? { type: 'DestinationDisabled', data: { reason: { kind: 'operator' }, at } }
      : { type: 'DestinationEnabled', data: { at } },
  ];

  return {
    source,
    destination: (at: string): Fact =>
      heard(configured(`${prefix}d${made++}`, { at, formId: random() < 0.3 ? anyForm() : null })),
    change(at: string): Fact | null {
      const changed = one(subscriptions);
      const event = changed && one(changesOf(changed, at));
      return event ? heard(inDestination(changed.id, event)) : null;
    },
    removal(at: string): Fact | null {
      const removed = one(subscriptions);
      return removed ? heard(inDestination(removed.id, { type: 'DestinationRemoved', data: { at } })) : null;
    },
    ping(at: string): Fact | null {
      const destinationId = one(subscriptions)?.id;
      if (destinationId === undefined) return null;
      const data = { destinationId, deliveryId: `${prefix}p${made++}`, label: 'CRM', at };
      return source(inDestination(destinationId, { type: 'DestinationPinged', data }));
    },
    /** The next event of a delivery that has begun. */
    progress(at: string): Fact | null {
      const delivery = one(begun);
      return delivery ? inDelivery(delivery.subject.deliveryId, next(delivery, random, at)) : null;
    },
    /** Erases the deliveries of a submission. */
    erased(submissionId: string, at: string): readonly DomainEvent[] {
      const isOfIt = ({ subject }: Begun) => subject.submissionId === submissionId;
      const gone = begun.filter(isOfIt);
      begun = begun.filter((delivery) => !isOfIt(delivery));
      return gone.map(({ subject: { deliveryId } }) => ({
        type: 'DeliveryErased',
        data: { deliveryId, submissionId, at },
      }));
    },
  };
}

function next(delivery: Begun, random: () => number, at: string): DomainEvent {
  const subject = { ...delivery.subject, publicUrl: 'https://forms.test' };
  const isFirst = delivery.attempts === null;
  const plan = isFirst ? { planned: recordedPlanOf(subject) } : {};
  const attempts = (delivery.attempts ??= 0);
  if (isFirst && random() < 0.2) return { type: 'DeliveryScheduled', data: { ...subject, dueAt: at } };
  if (isFirst && delivery.isSkipped)
    return { type: 'DeliveryReplayRequested', data: { ...plan, dueAt: at, at } };
  if (random() < 0.2) return { type: 'DeliveryCancelled', data: { ...plan, reason: 'requested', at } };
  delivery.attempts = attempts + 1;
  return attempted(subject.destinationId, attempts + 1, at, plan);
}

export const attempted = (
  destinationId: string,
  attempt: number,
  at: string,
  plan: { readonly planned?: RecordedPlan } = {},
): Extract<DomainEvent, { type: 'DeliveryAttempted' }> => ({
  type: 'DeliveryAttempted',
  data: {
    attempt,
    destinationId,
    startedAt: at,
    durationMs: 7,
    nextAttemptAt: at,
    ...plan,
    at,
    outcome: { kind: 'response', status: 503, excerpt: 'busy' },
  },
});

function uuidBy(random: () => number): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
