import { counted } from '../check.ts';
import type { ClosingEvent } from '../closing/events.ts';
import type { Actor } from '../event.ts';
import { type Author, say, type Sentence, subject } from './sentence.ts';

/** The end of a sentence about a closed account. The name of a person is that of the time. */
function closer(actor: Actor | undefined): Sentence {
  switch (actor?.kind) {
    case 'member':
      return say`${subject('person', actor.id)} closed`;
    case 'key':
      return say`${subject('key', actor.id)} closed`;
    case 'operator':
      return say`operator ${actor.id} closed`;
    default:
      return say`was closed`;
  }
}

export function closingSentence(who: Author, event: ClosingEvent): Sentence {
  switch (event.type) {
    case 'AccountErasureStarted':
      return say`${who} began to erase the account, which ${closer(event.data.closedBy)}.`;
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
