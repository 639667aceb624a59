/** The requests of a service to its stores, counted on their connections. */
export interface StoreCounts {
  /** Commands to MongoDB, of any kind. */
  commands: number;
  /** The documents that these commands insert, change or delete. */
  writes: number;
  /** Messages published over NATS, replies included. */
  messages: number;
}

export const noCounts = (): StoreCounts => ({ commands: 0, writes: 0, messages: 0 });
