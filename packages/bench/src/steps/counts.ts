/** What a service has asked of its stores, counted where its connections pass. */
export interface StoreCounts {
  /** Commands to MongoDB, of any kind. */
  commands: number;
  /** Documents that MongoDB was told to insert, to change or to delete. */
  writes: number;
  /** Messages published over NATS, replies included. */
  messages: number;
}

export const noCounts = (): StoreCounts => ({ commands: 0, writes: 0, messages: 0 });
