import { pipeline, type Readable, Transform } from 'node:stream';

/** The least that a client takes while a download waits for it, in bytes a minute: 10 kB/s. */
const leastBytes = 600_000;
/** The parts of the minute that are looked at, and their length in ms. */
const [parts, partMs] = [6, 10_000];

/** Runs a task at intervals. @returns ends it */
type Repeat = (task: () => void) => () => void;

const eachPart: Repeat = (task) => {
  const timer = setInterval(task, partMs).unref();
  return () => clearInterval(timer);
};

/**
 * Passes a download on, and fails it after a minute in which its client took too little: each connection that is slow on purpose would
 * keep a slot for days. A download that waits for its own source goes on.
 */
export function endSlowDownload(source: Readable, repeat: Repeat = eachPart): Readable {
  let taken = 0;
  let minute: number[] = [];
  const download = new Transform({
    transform(chunk: Buffer, _, done) {
      taken += chunk.length;
      done(null, chunk);
    },
  });
  const stop = repeat(() => {
    const waitsForClient = download.readableLength > 0;
    minute = waitsForClient ? [...minute, taken].slice(-parts) : [];
    taken = 0;
    const isSlow = minute.length === parts && minute.reduce((sum, part) => sum + part, 0) < leastBytes;
    if (isSlow) download.destroy(new Error('The client took less than 10 kB/s of the download.'));
  });
  // An error of either ends both, and the download reports it.
  pipeline(source, download, () => undefined);
  return download.once('close', stop);
}
