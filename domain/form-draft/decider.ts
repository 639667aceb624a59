import type { Decider } from '../decider.ts';
import { err, ok } from '../result.ts';
import type { DraftFieldChange } from './draft-field.ts';
import type { DraftChanges, DraftDetails, FormDraftEvent } from './events.ts';

export type FormDraftCommand =
  | {
      type: 'SaveFormDraft';
      /** The revision of the draft that the changes were made to; -1 for a draft that did not exist. */
      seen: number;
      /** The revision of the form that the changes were made to. */
      formRevision: number;
      changes: DraftChanges;
      /** Whether every question is placed. */
      placesAll?: boolean;
      at: string;
    }
  | { type: 'PublishFormDraft'; formRevision: number; at: string }
  | { type: 'DiscardFormDraft'; at: string };

/** Questions, by their ids, and details, by their names, that someone else has changed since they were seen. */
export interface DraftConflict {
  readonly code: 'draft_conflict';
  readonly subjects: readonly string[];
}

/** The changes of a form that respondents do not see yet. */
export interface FormDraftState {
  readonly details: Partial<DraftDetails>;
  readonly fields: ReadonlyMap<string, DraftFieldChange>;
  readonly removed: ReadonlySet<string>;
  readonly placed: NonNullable<DraftChanges['placed']>;
  /** The revision of the form that each question or detail was changed at: a later change of it elsewhere conflicts. */
  readonly bases: ReadonlyMap<string, number>;
  /** The revision of the draft at which each question or detail was changed last. */
  readonly touched: Readonly<Record<string, number>>;
  /** When it was saved last; null for an empty draft. */
  readonly savedAt: string | null;
}

const empty: FormDraftState = {
  details: {},
  fields: new Map(),
  removed: new Set(),
  placed: [],
  bases: new Map(),
  touched: {},
  savedAt: null,
};

/** The name of a detail among the subjects of changes: an id of a question has no colon. */
export const subjectOfDetail = (name: string): string => `form:${name}`;

/** The questions and details that changes are about. The order of the questions is none: moves never conflict. */
export const subjectsOf = ({ details = {}, fields = [], removed = [] }: DraftChanges): string[] => [
  ...Object.keys(details).map(subjectOfDetail),
  ...fields.map(({ id }) => id),
  ...removed,
];

function decide(command: FormDraftCommand, state: FormDraftState) {
  const { at } = command;
  switch (command.type) {
    case 'SaveFormDraft': {
      const { changes, seen, formRevision, placesAll = false } = command;
      const subjects = subjectsOf(changes).filter((subject) => (state.touched[subject] ?? -1) > seen);
      if (subjects.length > 0) return err<DraftConflict>({ code: 'draft_conflict', subjects });
      if (Object.keys(changes).length === 0) return ok<FormDraftEvent[]>([]);
      return ok<FormDraftEvent[]>([
        { type: 'FormDraftSaved', data: { formRevision, ...changes, ...(placesAll && { placesAll }), at } },
      ]);
    }
    case 'PublishFormDraft': {
      const { formRevision } = command;
      const { touched, savedAt } = state;
      if (savedAt === null) return ok<FormDraftEvent[]>([]);
      return ok<FormDraftEvent[]>([{ type: 'FormDraftPublished', data: { formRevision, touched, at } }]);
    }
    case 'DiscardFormDraft': {
      const { touched, savedAt } = state;
      if (savedAt === null) return ok<FormDraftEvent[]>([]);
      return ok<FormDraftEvent[]>([{ type: 'FormDraftDiscarded', data: { touched, at } }]);
    }
    default:
      return command satisfies never;
  }
}

function evolve(state: FormDraftState, event: FormDraftEvent, revision: number): FormDraftState {
  switch (event.type) {
    case 'FormDraftSaved':
      return saved(state, event.data, revision);
    case 'FormDraftPublished':
      return { ...empty, touched: event.data.touched };
    case 'FormDraftDiscarded': {
      // Those who have seen a question with its changes now see another.
      const lost = [
        ...state.fields.keys(),
        ...state.removed,
        ...Object.keys(state.details).map(subjectOfDetail),
      ];
      const touched = { ...event.data.touched, ...Object.fromEntries(lost.map((each) => [each, revision])) };
      return { ...empty, touched };
    }
    default:
      return event satisfies never;
  }
}

type Saved = Extract<FormDraftEvent, { type: 'FormDraftSaved' }>['data'];

function saved(
  state: FormDraftState,
  { formRevision, at, ...changes }: Saved,
  revision: number,
): FormDraftState {
  const { details = {}, fields = [], removed = [], placed = [] } = changes;
  const subjects = subjectsOf(changes);
  const changed = new Map(state.fields);
  for (const field of fields) changed.set(field.id, { ...changed.get(field.id), ...field });
  for (const id of removed) changed.delete(id);
  const back = new Set(fields.map(({ id }) => id));
  return {
    details: { ...state.details, ...details },
    fields: changed,
    removed: new Set([...[...state.removed].filter((id) => !back.has(id)), ...removed]),
    placed: changes.placesAll === true ? placed : [...state.placed, ...placed],
    bases: new Map([...state.bases, ...subjects.map((subject) => [subject, formRevision] as const)]),
    touched: { ...state.touched, ...Object.fromEntries(subjects.map((subject) => [subject, revision])) },
    savedAt: at,
  };
}

/** A draft of a form's changes. */
export const formDraft: Decider<FormDraftState, FormDraftCommand, FormDraftEvent, DraftConflict> = {
  initial: empty,
  decide,
  evolve,
  isSummary: ({ type }) => type === 'FormDraftPublished',
};

/** The changes of a draft, for `applyChanges`. */
export const changesOf = ({ details, fields, removed, placed }: FormDraftState): DraftChanges => ({
  details,
  fields: [...fields.values()],
  removed: [...removed],
  placed: [...placed],
});
