import Type from 'typebox';
import { Value } from 'typebox/value';
import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import { type FieldKind, fieldKinds } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import type { FormLocale } from '../../../domain/form/locale.ts';
import { applyChanges, changesBetween, type FormDraft } from '../../../domain/form-draft/changes.ts';
import {
  compact,
  type DraftField,
  DraftFieldChange,
  newField,
} from '../../../domain/form-draft/draft-field.ts';
import { type DraftChanges, DraftDetails } from '../../../domain/form-draft/events.ts';
import { choicesOn } from './choice-lines.ts';
import { sentDefault } from './default-answer.ts';
import { localeOf } from './draft-locale.ts';
import { renamedDefault } from './renamed-default.ts';
import { scaledUp } from './scaled-number.ts';
import { isInParts, kindSettings, settingPrefix } from './settings-of-kinds.ts';

/** What a browser sent: texts by name; of several values of a name, all. */
type Sent = Readonly<Record<string, unknown>>;

const Was = Type.Object({ details: DraftDetails, field: Type.Union([DraftFieldChange, Type.Null()]) });

/** What the page shows in its controls, as a text that comes back with them: what a person has changed follows from it. */
export function wasText({ draft }: Pick<OpenDraft, 'draft'>, opened: string | null): string {
  const field = draft.fields.find(({ id }) => id === opened);
  return JSON.stringify({ details: draft.details, field: field ? compact(field) : null });
}

function readWas(sent: Sent) {
  try {
    const was: unknown = JSON.parse(text(sent, 'was'));
    return Value.Check(Was, was) ? was : null;
  } catch {
    return null;
  }
}

const text = (sent: Sent, name: string): string => {
  const value = sent[name];
  // Browsers send line breaks of a text area as CR LF.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};

const kindOf = (given: string): FieldKind => fieldKinds.find((kind) => kind === given) ?? 'short_text';

/** The texts that were sent for the settings that the page showed. */
function settingsIn(sent: Sent, shown: DraftField, locale: FormLocale): Partial<DraftField> {
  const read: Record<string, string> = {};
  for (const { name, kinds, isMultiple, scale } of kindSettings) {
    if (!kinds.includes(shown.kind)) continue;
    const given = [sent[settingPrefix + name] ?? []].flat().filter((one) => typeof one === 'string');
    if (isMultiple === true) read[name] = given.length === 0 ? '' : JSON.stringify(given);
    else if (given.length > 0) read[name] = scaledUp(text(sent, settingPrefix + name), scale);
  }
  if (isInParts(shown.kind) || shown.kind === 'datetime') read['default'] = sentDefault(sent, shown, locale);
  return read;
}

/** The question whose settings were shown, as it was sent. Where a choice is renamed, the answer at the beginning follows. */
function fieldIn(sent: Sent, shown: DraftField, locale: FormLocale): DraftField {
  const field = fieldAsSent(sent, shown, locale);
  return field.default === shown.default ? { ...field, default: renamedDefault(shown, field) } : field;
}

function fieldAsSent(sent: Sent, shown: DraftField, locale: FormLocale): DraftField {
  const of = (name: string) => text(sent, settingPrefix + name);
  const { options, rows } = kindRules[shown.kind];
  return {
    ...shown,
    ...settingsIn(sent, shown, locale),
    label: of('label'),
    kind: kindOf(of('kind')),
    required: of('required') === 'yes',
    hidden: of('hidden') === 'yes',
    ...(`${settingPrefix}key` in sent && { key: of('key') }),
    ...(options === true && { options: choicesOn(of('options'), shown.options) }),
    ...(rows === true && { rows: choicesOn(of('rows'), shown.rows) }),
  };
}

/** Returns what a person has changed in the controls of the page. */
export function changesIn(sent: Sent): DraftChanges {
  const was = readWas(sent);
  if (!was) return {};
  const shown = was.field ? newField(was.field) : null;
  const before: FormDraft = { details: was.details, fields: shown ? [shown] : [] };
  const details = Object.fromEntries(Object.keys(was.details).map((name) => [name, text(sent, name)]));
  const after: FormDraft = {
    details: { ...was.details, ...details },
    fields: shown ? [fieldIn(sent, shown, localeOf(was.details))] : [],
  };
  return changesBetween(before, after);
}

/** An act on the questions, and the question that is shown afterwards. */
export interface Act {
  readonly draft: FormDraft;
  readonly opened: string | null;
}

/**
 * Carries out a button of the editor, such as `up ID`, `remove ID`, `duplicate ID` or `insert email ID`.
 * @param newId returns the id of a new question
 */
export function carryOut(draft: FormDraft, action: string, newId: () => string): Act | null {
  const [verb = '', subject = '', place = ''] = action.split(' ');
  const { fields } = draft;
  const index = fields.findIndex(({ id }) => id === subject);
  const field = fields[index];
  if (verb === 'insert') {
    const after = place === 'start' ? null : place === 'end' ? fields.at(-1)?.id : place;
    const added = newField({ id: newId(), kind: kindOf(subject) });
    const changes = { fields: [added], placed: [{ id: added.id, after: after ?? null }] };
    return { draft: applyChanges(draft, changes), opened: added.id };
  }
  if (!field) return null;
  switch (verb) {
    case 'remove':
      return { draft: applyChanges(draft, { removed: [subject] }), opened: null };
    case 'duplicate': {
      const copy = { ...field, id: newId(), key: '' };
      const changes = { fields: [copy], placed: [{ id: copy.id, after: subject }] };
      return { draft: applyChanges(draft, changes), opened: copy.id };
    }
    case 'up':
    case 'down': {
      const others = fields.filter((each) => each !== field);
      const to = Math.max(0, index + (verb === 'up' ? -1 : 1));
      const placed = [{ id: subject, after: others[to - 1]?.id ?? null }];
      return { draft: applyChanges(draft, { placed }), opened: subject };
    }
    default:
      return null;
  }
}
