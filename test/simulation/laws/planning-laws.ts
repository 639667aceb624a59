import { isDeepStrictEqual } from 'node:util';
import { planDeliveries, type Subscription, subscriptionsAfter } from '../../../domain/delivery/plan.ts';
import { type DeliverySubject, subjectOf } from '../../../domain/delivery/subject.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import type { DeliveryKind } from '../../../domain/destination/events.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { Plan } from './delivery-laws.ts';
import { type DestinationLaws, fieldsOf } from './destination-laws.ts';
import type { KnownDelivery, LawsDeps } from './law.ts';

const oneDelivery = 'each event has one delivery for each destination that it is for, and no other';
const recordedPlan = 'the first event of a delivery records the plan that follows from the log';
const noSchedule = 'no event schedules a delivery';

/** Computes the expected deliveries by rules of its own. @param begin called for each when its event is recorded */
export function openPlanningLaws(
  { broken, publicUrl }: LawsDeps,
  destinations: DestinationLaws,
  begin: (plan: Plan) => void,
) {
  /** By account, as the log gives them in its order. */
  const subscriptions = new Map<string, readonly Subscription[]>();
  /** The first events of the streams of submissions. */
  const firsts = new Map<string, RecordedEvent>();
  const subjects = new Map<string, DeliverySubject>();

  function expected(fact: RecordedEvent): readonly Plan[] {
    const { event, stream } = fact;
    const first = firsts.get(stream)?.event;
    switch (event.type) {
      case 'SubmissionCreated':
        return event.data.isComplete ? told(fact, 'submission.created', event.data.form.id) : [];
      case 'SubmissionPaymentCompleted':
        return told(
          fact,
          'submission.payment_completed',
          first?.type === 'SubmissionCreated' ? first.data.form.id : null,
        );
      case 'FormPublished':
        return told(fact, 'form.published', event.data.formId);
      case 'DestinationPinged': {
        const { deliveryId: id, destinationId } = event.data;
        return [
          planOf(fact, { id, destinationId, kind: 'ping', formId: null, fields: null, isMissed: false }),
        ];
      }
      default:
        return [];
    }
  }

  function told(fact: RecordedEvent, kind: DeliveryKind, formId: string | null): readonly Plan[] {
    return [...destinations.all()]
      .filter(({ accountId }) => accountId === fact.metadata.accountId)
      .filter((to) => !to.removed && to.events.some((wanted) => wanted === kind))
      .filter((to) => to.formId === null || to.formId === formId)
      .map((to) =>
        planOf(fact, {
          id: derivedId(fact.id, to.id),
          destinationId: to.id,
          kind,
          formId,
          fields: fieldsOf(to, formId),
          isMissed: !to.enabled,
        }),
      );
  }

  function planOf(
    { event, stream, position }: RecordedEvent,
    plan: Omit<Plan, 'at' | 'source' | 'position'>,
  ): Plan {
    const { at } = event.data;
    return { ...plan, source: stream, position, at };
  }

  /** Whether the plans by the rule of the service are those that are expected. */
  function compare(fact: RecordedEvent, wanted: readonly Plan[]): void {
    const { accountId } = fact.metadata;
    const plans = planDeliveries(subscriptions.get(accountId) ?? [], fact, firsts.get(fact.stream) ?? null);
    const byRule = plans.map(({ subject, isSkipped }): Plan => {
      const { deliveryId: id, destinationId, kind, formId, includedFields = null, at, source } = subject;
      return {
        id,
        destinationId,
        kind,
        formId,
        fields: includedFields,
        isMissed: isSkipped,
        source: source.stream,
        position: BigInt(source.position),
        at,
      };
    });
    const sorted = (some: readonly Plan[]) => [...some].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (!isDeepStrictEqual(sorted(byRule), sorted(wanted)))
      broken(oneDelivery, `${fact.event.type} ${fact.id} has ${byRule.length} of ${wanted.length}`, [
        fact.id,
      ]);
    for (const { subject } of plans) subjects.set(subject.deliveryId, { ...subject, publicUrl });
  }

  return {
    recorded(fact: RecordedEvent): void {
      const { stream, revision, metadata } = fact;
      if (stream.startsWith('submission-') && revision === 0) firsts.set(stream, fact);
      const wanted = expected(fact);
      compare(fact, wanted);
      for (const plan of wanted) begin(plan);
      if (stream.startsWith('destination-')) {
        const before = subscriptions.get(metadata.accountId) ?? [];
        subscriptions.set(metadata.accountId, subscriptionsAfter(before, fact));
      }
    },
    /** @param delivery as it was before the event */
    tried({ event: { type, data }, stream }: RecordedEvent, delivery: KnownDelivery | undefined): void {
      if (type === 'DeliveryScheduled') return broken(noSchedule, stream, [stream]);
      if (!delivery) return;
      const plan = 'planned' in data ? subjectOf(data.planned) : null;
      const right = delivery.isNew ? subjects.get(delivery.id) : null;
      if (!isDeepStrictEqual(plan, right))
        broken(recordedPlan, `${type} in ${stream} records ${JSON.stringify(plan)}`, [delivery.id]);
    },
  };
}
