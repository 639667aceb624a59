import { comparable } from '../../../projections/projection.ts';
import type { DeliveryDocument } from '../../../projections/read-models/deliveries/document.ts';
import { shardOf } from '../../../projections/read-models/deliveries/shard.ts';
import { minute } from '../samples.ts';

/** The document of a delivery of the submission `s1` to `d1` before its first attempt. */
export const pendingDocument = (position: string, eventId: string): DeliveryDocument => ({
  account_id: 'acme',
  destination_id: 'd1',
  kind: 'submission.created',
  form_id: 'f1',
  submission_id: 's1',
  status: 'pending',
  attempt_count: 0,
  attempts: [],
  last_outcome: null,
  next_attempt_at: minute(5),
  shard: shardOf('d1'),
  source: { stream: 'submission-s1', revision: 0, position, event_id: eventId },
  source_position: comparable(position),
  created_at: minute(5),
  updated_at: minute(5),
});
