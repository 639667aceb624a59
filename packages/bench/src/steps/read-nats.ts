import type { StoreCounts } from './counts.ts';
import type { Reader } from './tap.ts';

const endOfLine = '\r\n';

/** Counts the messages that are published on a connection to NATS. */
export function countNats(counts: StoreCounts): Reader {
  let unread: Buffer = Buffer.alloc(0);
  return (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    for (let end; (end = unread.indexOf(endOfLine)) !== -1;) {
      const words = unread.toString('latin1', 0, end).split(' ');
      const isMessage = words[0] === 'PUB' || words[0] === 'HPUB';
      // A payload of that many bytes follows, and the end of its line.
      const payload = isMessage ? Number(words.at(-1)) + endOfLine.length : 0;
      const next = end + endOfLine.length + payload;
      if (unread.length < next) return;
      if (isMessage) counts.messages += 1;
      unread = unread.subarray(next);
    }
  };
}
