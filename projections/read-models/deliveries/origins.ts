import type { DeliveryOrigin } from '../../../log/planned-deliveries.ts';
import type { CollectionOf } from '../../collections.ts';
import { deliveries } from './projection.ts';

export interface DeliveryOrigins {
  /** Returns the source event and the destination of a delivery; null for a delivery that the read model does not have. */
  originOf(deliveryId: string): Promise<DeliveryOrigin | null>;
}

export function deliveryOrigins(collectionOf: CollectionOf): DeliveryOrigins {
  const collection = collectionOf(deliveries);
  return {
    async originOf(deliveryId) {
      const found = await collection.findOne(
        { _id: deliveryId, source: { $exists: true } },
        { projection: { destination_id: 1, source: 1 } },
      );
      if (!found) return null;
      const { destination_id: destinationId, source } = found;
      return { destinationId, stream: source.stream, revision: source.revision };
    },
  };
}
