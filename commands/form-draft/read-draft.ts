import { type ExistingForm, form as formDecider } from '../../domain/form/decider.ts';
import { applyChanges, draftOf, type FormDraft, isSameField } from '../../domain/form-draft/changes.ts';
import {
  changesOf,
  formDraft,
  type FormDraftState,
  subjectOfDetail,
  subjectsOf,
} from '../../domain/form-draft/decider.ts';
import type { DraftField } from '../../domain/form-draft/draft-field.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandDeps } from '../deps.ts';

/** A question or a detail that the draft has changed, and that the form has changed otherwise since. */
export interface OutdatedSubject {
  readonly subject: string;
  /** As the form has it: a question, null for one that was removed, or a text. */
  readonly published: DraftField | string | null;
}

/** A form with the changes of its draft. */
export interface OpenDraft {
  readonly form: ExistingForm;
  readonly formRevision: number;
  /** -1 where nothing was ever saved. */
  readonly draftRevision: number;
  readonly draft: FormDraft;
  /** When changes were saved last, ISO 8601; null for a draft without changes. */
  readonly savedAt: string | null;
  readonly outdated: readonly OutdatedSubject[];
  /** The number of moves that the draft keeps one by one. */
  readonly moves: number;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'revisions'>;

/** Returns a form with the changes of its draft; null if the form does not exist. */
export async function readFormDraft(
  { aggregates, revisions }: Deps,
  formId: string,
): Promise<OpenDraft | null> {
  const [{ state: form, revision: formRevision }, { state, revision: draftRevision }] = await Promise.all([
    aggregates.load(formDecider, streamOf.form(formId)),
    aggregates.load(formDraft, streamOf.formDraft(formId)),
  ]);
  if (!form.exists) return null;
  const forms = await formsAt({ revisions }, formId, state, { form, revision: formRevision });
  const published = draftOf(form);
  const outdated = outdatedSubjects(state, published, forms);
  const draft = applyChanges(published, wholeChanges(state, outdated, forms));
  const { savedAt, placed } = state;
  return { form, formRevision, draftRevision, draft, savedAt, outdated, moves: placed.length };
}

/** The form at the revisions that the draft's changes were made to. */
type Forms = ReadonlyMap<number, FormDraft>;

async function formsAt(
  { revisions }: Pick<Deps, 'revisions'>,
  formId: string,
  { bases }: FormDraftState,
  now: { readonly form: ExistingForm; readonly revision: number },
): Promise<Forms> {
  const wanted = [...new Set(bases.values())].filter((revision) => revision < now.revision);
  const found = await Promise.all(
    wanted.map(
      async (revision) => [revision, (await revisions.at(formId, revision))?.form ?? now.form] as const,
    ),
  );
  return new Map(found.map(([revision, form]) => [revision, draftOf(form)]));
}

const fieldIn = ({ fields }: FormDraft, wanted: string): DraftField | null =>
  fields.find(({ id }) => id === wanted) ?? null;

const isSame = (one: DraftField | null, other: DraftField | null): boolean =>
  one === null || other === null ? one === other : isSameField(one, other);

function outdatedSubjects(state: FormDraftState, published: FormDraft, forms: Forms): OutdatedSubject[] {
  const beginningOf = (subject: string) => forms.get(state.bases.get(subject) ?? -1);
  const ofDetails = Object.entries(state.details).flatMap(([name, text]): OutdatedSubject[] => {
    const before = beginningOf(subjectOfDetail(name));
    const now = textIn(published, name);
    const isOutdated = before !== undefined && textIn(before, name) !== now && now !== text;
    return isOutdated ? [{ subject: subjectOfDetail(name), published: now }] : [];
  });
  const ofFields = subjectsOf({ fields: [...state.fields.values()], removed: [...state.removed] }).flatMap(
    (id): OutdatedSubject[] => {
      const before = beginningOf(id);
      if (before === undefined) return [];
      const [was, now, change] = [fieldIn(before, id), fieldIn(published, id), state.fields.get(id)];
      if (isSame(was, now)) return [];
      const mine = change && was ? { ...was, ...change } : null;
      return isSame(mine, now) ? [] : [{ subject: id, published: now }];
    },
  );
  return [...ofDetails, ...ofFields];
}

const textIn = ({ details }: FormDraft, name: string): string => String(Reflect.get(details, name) ?? '');

/** The changes of the draft; of an outdated question, all settings as the draft's author saw them. */
function wholeChanges(state: FormDraftState, outdated: readonly OutdatedSubject[], forms: Forms) {
  const changes = changesOf(state);
  const subjects = new Set(outdated.map(({ subject }) => subject));
  const fields = changes.fields?.map((field) => {
    const before = forms.get(state.bases.get(field.id) ?? -1);
    const was = subjects.has(field.id) && before ? fieldIn(before, field.id) : null;
    return { ...was, ...field };
  });
  return { ...changes, ...(fields && { fields }) };
}
