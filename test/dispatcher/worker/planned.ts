import type { AttemptRequest } from '../../../dispatcher/bus/bus.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import type { Aggregates } from '../../../log/aggregates.ts';
import type { EventLog } from '../../../log/event-log.ts';
import { openPlannedDeliveries, type PlannedDeliveries } from '../../../log/planned-deliveries.ts';

/** The deliveries of a log as a worker loads them: each request says where its delivery comes from. */
export const deliveriesIn = (log: Pick<EventLog, 'readEvent'>, aggregates: Aggregates): PlannedDeliveries =>
  openPlannedDeliveries({ aggregates, log, publicUrl: 'https://forms.test', originOf: async () => null });

/** The request of the first attempt of a delivery, by the id of its source event, the first of a stream. */
export const firstAttempt = (eventId: string, stream: string, destinationId: string): AttemptRequest => ({
  deliveryId: derivedId(eventId, destinationId),
  attempt: 1,
  again: false,
  origin: { destinationId, stream, revision: 0 },
});
