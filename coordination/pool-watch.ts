import type { MongoClient } from 'mongodb';
import type { StallWatch } from '../async/stall-watch.ts';

/**
 * Watches the connections that carry out a command. Each command has limits of its own; one that outlasts them is reported.
 * @returns a function that ends the watch
 */
export function watchPool(client: MongoClient, watch: StallWatch['watch']): () => void {
  /** How often each connection in use has been taken, by address and number. */
  const inUse = new Map<string, number>();
  let count = 0;
  const nameOf = ({ address, connectionId }: { address: string; connectionId: number | '<monitor>' }) =>
    `connection ${connectionId} to ${address}`;
  client
    .on('connectionCheckedOut', (event) => void inUse.set(nameOf(event), ++count))
    .on('connectionCheckedIn', (event) => void inUse.delete(nameOf(event)))
    .on('connectionClosed', (event) => void inUse.delete(nameOf(event)));
  return watch('mongodb', () => inUse);
}
