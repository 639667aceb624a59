import Type, { type Static } from 'typebox';
import { Nullable } from '../../../../api/contract/values.ts';
import * as contract from '../../../../api/contract/webhooks/delivery-schemas.ts';
import * as outcomes from '../../../../api/contract/webhooks/outcomes.ts';
import { listOf, response } from '../../client/response-schema.ts';

const Outcome = Type.Union([
  response(outcomes.Responded, 'kind', 'status'),
  response(outcomes.Unanswered, 'kind', 'message'),
]);
type Outcome = Static<typeof Outcome>;

const { outcome: _, ...attempt } = outcomes.Attempt.properties;
const Attempt = Type.Intersect([
  response(Type.Object(attempt), 'attempt', 'started_at', 'duration_ms'),
  Type.Object({ outcome: Outcome }),
]);
export type Attempt = Static<typeof Attempt>;

const needed = ['id', 'destination_id', 'kind', 'status', 'attempt_count'] as const;
const { last_outcome: __, ...item } = contract.DeliveryItem.properties;

/** A delivery; in a list it has no attempts. */
export const Delivery = Type.Intersect([
  response(Type.Object(item), ...needed),
  Type.Object({
    last_outcome: Type.Optional(Nullable(Outcome)),
    attempts: Type.Optional(Type.Array(Attempt)),
  }),
]);
export type Delivery = Static<typeof Delivery>;
export const Deliveries = listOf(Delivery);

/** The outcome of an attempt in words. */
export const outcomeText = (outcome: Outcome): string =>
  'status' in outcome ? `HTTP ${outcome.status}` : outcome.message;

/** The beginning of the receiver's response, on one line; empty if there was none. */
export const responseText = (outcome: Outcome): string =>
  'status' in outcome ? (outcome.excerpt ?? '').replace(/\s+/g, ' ').trim().slice(0, 200) : '';
