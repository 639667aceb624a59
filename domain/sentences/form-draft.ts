import { counted } from '../check.ts';
import type { FormDraftEvent } from '../form-draft/events.ts';
import { type Author, listed, moment, say, type Sentence, subject } from './sentence.ts';

type Saved = Extract<FormDraftEvent, { type: 'FormDraftSaved' }>['data'];

/** How much of a draft some saves changed. */
export interface DraftExtent {
  readonly hasDetails: boolean;
  /** The ids of the questions that were changed or added. */
  readonly questions: ReadonlySet<string>;
  /** The ids of the questions that were removed. */
  readonly removed: ReadonlySet<string>;
  readonly isOrdered: boolean;
}

/** Returns how much a save changed. */
export const extentOf = ({ details, fields = [], removed = [], placed }: Saved): DraftExtent => ({
  hasDetails: details !== undefined,
  questions: new Set(fields.map(({ id }) => id)),
  removed: new Set(removed),
  isOrdered: placed !== undefined,
});

/** Returns how much two series of saves changed together. A question that was changed and then removed was removed. */
export function joinExtents(earlier: DraftExtent, later: DraftExtent): DraftExtent {
  const removed = new Set([...earlier.removed].filter((id) => !later.questions.has(id)));
  for (const id of later.removed) removed.add(id);
  const questions = [...earlier.questions, ...later.questions].filter((id) => !removed.has(id));
  return {
    hasDetails: earlier.hasDetails || later.hasDetails,
    questions: new Set(questions),
    removed,
    isOrdered: earlier.isOrdered || later.isOrdered,
  };
}

/** The saves of one author without a long pause. */
export interface Sitting {
  readonly saves: number;
  /** The time of the first save, ISO 8601. */
  readonly beganAt: string;
  readonly extent: DraftExtent;
}

function savedSentence(
  who: Author,
  id: string,
  { hasDetails, questions, removed, isOrdered }: DraftExtent,
): Sentence {
  const changed = [
    ...(hasDetails ? ['the details'] : []),
    ...(questions.size > 0 ? [counted(questions.size, 'question')] : []),
    ...(questions.size === 0 && isOrdered ? ['the order of the questions'] : []),
  ];
  const form = subject('form', id);
  const gone = removed.size === 0 ? [] : [`removed ${counted(removed.size, 'question')}`];
  const done = [...(changed.length > 0 ? [say`changed ${listed(changed)}`] : []), ...gone];
  return say`${who} ${listed(done)} in the draft of the form ${form}`;
}

/** Returns the saves of a sitting as one sentence. @param id of the form */
export const sittingSentence = (who: Author, id: string, { saves, beganAt, extent }: Sitting): Sentence =>
  saves === 1
    ? say`${savedSentence(who, id, extent)}.`
    : say`${savedSentence(who, id, extent)}, in ${counted(saves, 'save')} since ${moment(beganAt)}.`;

export function formDraftSentence(who: Author, event: FormDraftEvent, id: string): Sentence {
  const form = subject('form', id);
  switch (event.type) {
    case 'FormDraftSaved':
      return say`${savedSentence(who, id, extentOf(event.data))}.`;
    case 'FormDraftPublished':
      return say`${who} published the changes of the form ${form}.`;
    case 'FormDraftDiscarded':
      return say`${who} discarded the unpublished changes of the form ${form}.`;
    default:
      return event satisfies never;
  }
}
