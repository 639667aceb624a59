import Type from 'typebox';
import { at } from '../examples.ts';
import { operations } from '../operation.ts';
import { closed, Collection, Id, named, Nullable, Timestamp } from '../values.ts';

const parkedDestination = {
  id: '4fJkZ0qJ2mXr8sVtYb1c',
  master_key: '8c2f1e0d9b7a6c54',
  since: at,
  retries: 2,
  retried_at: at,
  reason:
    'a sealed secret cannot be opened: it was sealed with key 8c2f1e0d9b7a6c54, this process has 0a1b2c3d4e5f6071',
  next_retry_at: at,
};

export const ParkedDestination = named('ParkedDestination', {
  id: Type.String(),
  reason: Type.String({ description: 'The reason why no worker can sign its requests.' }),
  master_key: Type.String({ description: 'The name of the master key that encrypted the signing secret.' }),
  since: Type.String(),
  retries: Type.Integer({ description: 'The number of failed retries.' }),
  retried_at: Nullable(Timestamp),
  next_retry_at: Timestamp,
});

const ParkedDestinationsRetry = Type.Object(
  { destination_id: Type.Optional({ ...Id, description: 'The destination to retry; all by default.' }) },
  { ...closed, $id: 'ParkedDestinationsRetry' },
);

export const ParkedDestinationsRetried = Type.Object(
  { destinations: Type.Integer() },
  { $id: 'ParkedDestinationsRetried' },
);

export const parkedDestinationOperations = operations('admin', 'admin: destinations', {
  listParkedDestinations: {
    route: 'GET /destinations/parked',
    summary: 'List the destinations that are parked, the oldest first',
    description: 'Destinations whose signing secret cannot be opened. Their deliveries wait.',
    response: { 200: Collection(ParkedDestination) },
    answer: 'The parked destinations.',
    examples: { answers: [{ data: [parkedDestination], count: 1 }] },
  },
  retryParkedDestinations: {
    route: 'POST /destinations/parked/retries',
    roles: ['operator', 'analyst'],
    summary: 'Try parked destinations again: one, or all',
    description: 'Asks the schedulers to retry the destinations now instead of at their next turn.',
    body: ParkedDestinationsRetry,
    response: { 202: ParkedDestinationsRetried },
    answer: 'The destinations that are tried again.',
    examples: {
      body: { destination_id: parkedDestination.id },
      answers: [{ destinations: 1 }],
    },
  },
});
