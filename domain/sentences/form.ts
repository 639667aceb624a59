import { counted } from '../check.ts';
import type { FormEvent } from '../form/events.ts';
import { isShown } from '../form/field.ts';
import type { SlugEvent } from '../slug/events.ts';
import { type Author, listed, quoted, say, type Sentence, subject } from './sentence.ts';

type Of<T extends FormEvent['type']> = Extract<FormEvent, { type: T }>['data'];

const has = (value: unknown): boolean => value !== undefined;

function detailsSentence(who: Author, id: string, data: Of<'FormDetailsChanged'>): Sentence {
  const { title, description, slug, language, timeZone } = data;
  const others = [
    ...(has(description) ? ['description'] : []),
    ...(has(slug) ? ['address'] : []),
    ...(has(language) ? ['language'] : []),
    ...(has(timeZone) ? ['time zone'] : []),
  ];
  const form = subject('form', id);
  if (title === undefined) return say`${who} changed the ${listed(others)} of the form ${form}.`;
  const rest: Sentence = others.length === 0 ? [] : say` and changed its ${listed(others)}`;
  return say`${who} gave the form the title ${quoted(title)}${rest}.`;
}

function responsesSentence(who: Author, id: string, data: Of<'FormResponsesChanged'>): Sentence {
  const changed = [
    ...(data.saving ? ['how answers are saved'] : []),
    ...(data.corrections ? ['how answers are corrected'] : []),
    ...(data.thanks ? ['how people are thanked'] : []),
  ];
  return say`${who} changed ${listed(changed)} in the form ${subject('form', id)}.`;
}

/** The sentence of a change that may take a picture away, or only its text. */
function lookSentence(who: Author, id: string, { color, logo, cover }: Of<'FormLookChanged'>): Sentence {
  const form = subject('form', id);
  const set = [...(has(color) ? ['colour'] : []), ...(logo ? ['logo'] : []), ...(cover ? ['cover'] : [])];
  const removed = [...(logo === null ? ['logo'] : []), ...(cover === null ? ['cover'] : [])];
  if (removed.length === 0) return say`${who} changed the ${listed(set)} of the form ${form}.`;
  if (set.length === 0) return say`${who} removed the ${listed(removed)} of the form ${form}.`;
  return say`${who} changed the ${listed(set)} of the form ${form}, and removed its ${listed(removed)}.`;
}

export function formSentence(who: Author, event: FormEvent, id: string): Sentence {
  const form = subject('form', id);
  switch (event.type) {
    case 'FormCreated': {
      const questions = event.data.fields.filter(({ kind }) => kind !== 'statement').length;
      return say`${who} created the form ${quoted(event.data.title)} with ${counted(questions, 'question')}.`;
    }
    case 'FormFieldsChanged': {
      const shown = event.data.fields.filter((field) => isShown(field) && field.kind !== 'statement').length;
      return say`${who} changed the questions of the form ${form}, which now shows ${counted(shown, 'question')}.`;
    }
    case 'FormDetailsChanged':
      return detailsSentence(who, id, event.data);
    case 'FormResponsesChanged':
      return responsesSentence(who, id, event.data);
    case 'FormLookChanged':
      return lookSentence(who, id, event.data);
    case 'FormPublished':
      return say`${who} published the form ${quoted(event.data.title)}.`;
    case 'FormPublicationLapsed':
      return say`The form ${form} was not published: its place in the plan was given back.`;
    case 'FormClosed':
      return say`${who} closed the form ${form}.`;
    case 'FormReturnedToDraft':
      return say`${who} made the form ${form} a draft again.`;
    case 'FormArchived':
      return say`${who} archived the form ${form}.`;
    default:
      return event satisfies never;
  }
}

export function slugSentence(event: SlugEvent): Sentence {
  switch (event.type) {
    case 'SlugTaken':
      return say`The form ${subject('form', event.data.formId)} took the address ${quoted(event.data.slug)}.`;
    case 'SlugReleased':
      return say`The form ${subject('form', event.data.formId)} gave up its address.`;
    default:
      return event satisfies never;
  }
}
