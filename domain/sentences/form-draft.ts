import { counted } from '../check.ts';
import type { FormDraftEvent } from '../form-draft/events.ts';
import { type Author, listed, say, type Sentence, subject } from './sentence.ts';

type Saved = Extract<FormDraftEvent, { type: 'FormDraftSaved' }>['data'];

function savedSentence(
  who: Author,
  id: string,
  { details, fields = [], removed = [], placed }: Saved,
): Sentence {
  const changed = [
    ...(details ? ['the details'] : []),
    ...(fields.length > 0 ? [counted(fields.length, 'question')] : []),
    ...(fields.length === 0 && placed ? ['the order of the questions'] : []),
  ];
  const form = subject('form', id);
  const gone = removed.length === 0 ? [] : [`removed ${counted(removed.length, 'question')}`];
  const done = [...(changed.length > 0 ? [say`changed ${listed(changed)}`] : []), ...gone];
  return say`${who} ${listed(done)} in the draft of the form ${form}.`;
}

export function formDraftSentence(who: Author, event: FormDraftEvent, id: string): Sentence {
  const form = subject('form', id);
  switch (event.type) {
    case 'FormDraftSaved':
      return savedSentence(who, id, event.data);
    case 'FormDraftPublished':
      return say`${who} published the changes of the form ${form}.`;
    case 'FormDraftDiscarded':
      return say`${who} discarded the unpublished changes of the form ${form}.`;
    default:
      return event satisfies never;
  }
}
