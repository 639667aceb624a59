import { eventEntry } from '../event-entry.ts';
import { textOf } from './names.ts';
import type { WordedEvent } from './worded-history.ts';

/**
 * An event in words as programs get it, with its data.
 * @param data the data to show instead of the event's own
 */
export const wordedEntry = ({ event, sentence, changes, sitting }: WordedEvent, data?: object) => ({
  ...eventEntry(event, data),
  sentence: textOf(sentence),
  worded_changes: changes.map(({ label, before, after }) => ({ label, before, after })),
  ...(sitting && { saves: sitting.saves, began_at: sitting.beganAt }),
});
