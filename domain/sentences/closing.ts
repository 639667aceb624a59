import { counted } from '../check.ts';
import type { ClosingEvent } from '../closing/events.ts';
import { type Author, say, type Sentence } from './sentence.ts';

export function closingSentence(who: Author, event: ClosingEvent): Sentence {
  switch (event.type) {
    case 'AccountErasureStarted':
      return say`${who} began to erase the account, which was closed.`;
    case 'AccountErasureProgressed':
      return say`${who} deleted ${counted(event.data.streams, 'stream')} of the account from the log so far.`;
    case 'AccountTombstoned':
      return say`${who} deleted the events of the account from the log.`;
    case 'AccountScrubbed':
      return say`${who} removed the account from the files of the log and from the read models.`;
    case 'AccountErased':
      return say`${who} removed the last remains of the account from the files of the stores.`;
    default:
      return event satisfies never;
  }
}
