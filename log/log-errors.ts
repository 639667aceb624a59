/** Another writer appended to the stream first. */
export class ConcurrencyConflict extends Error {
  constructor(stream: string, expected: number) {
    super(`stream ${stream} is no longer at revision ${expected}`);
    this.name = 'ConcurrencyConflict';
  }
}

/** The stream was deleted for good with all its events. */
export class StreamErased extends Error {
  readonly stream: string;

  constructor(stream: string) {
    super(`stream ${stream} is erased`);
    this.name = 'StreamErased';
    this.stream = stream;
  }
}

/** The append exceeds the log's size limit: nothing was written. */
export class AppendTooLarge extends Error {
  constructor(stream: string) {
    super(`the events for ${stream} are too large`);
    this.name = 'AppendTooLarge';
  }
}

/** The log did not respond, so it is unknown whether a write took place. Repeating the write is safe. */
export class LogUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event log does not answer', { cause });
    this.name = 'LogUnavailable';
  }
}
