import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import { kindNames } from '../../../domain/form/kind-names.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import type { DraftField } from '../../../domain/form-draft/draft-field.ts';
import type { InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { localeOf } from './draft-locale.ts';
import { Icon } from './icon.tsx';
import { Picker } from './picker.tsx';
import { QuestionSettings } from './question-settings.tsx';

interface ListProps {
  readonly open: OpenDraft;
  readonly problems: readonly InputProblem[];
  /**
   * The id of the question whose settings are shown, and the place for which a kind is chosen: after the question with this id, at the
   * `start` or the `end`; without script.
   */
  readonly opened: string | null;
  readonly insertAt: string | null;
}

/** What a collapsed question says beside its label. */
export const summaryOf = ({ kind, required, hidden, options }: DraftField): string =>
  [
    kindNames[kind],
    ...(kindRules[kind].options === true
      ? [`${options.length} ${options.length === 1 ? 'choice' : 'choices'}`]
      : []),
    ...(required ? ['required'] : []),
    ...(hidden ? ['hidden'] : []),
  ].join(' · ');

/** The problems of a question, with their places in it. */
const problemsAt = (problems: readonly InputProblem[], index: number): InputProblem[] =>
  problems
    .filter(({ path }) => `${path}/`.startsWith(`/fields/${index}/`))
    .map(({ path, message }) => ({ path: path.split('/').slice(3).join('/'), message }));

const Acts = ({ id, index, count }: { id: string; index: number; count: number }) => (
  <div class="buttons question-acts">
    <button type="submit" name="action" value={`up ${id}`} class="secondary" disabled={index === 0}>
      Move up
    </button>
    <button type="submit" name="action" value={`down ${id}`} class="secondary" disabled={index === count - 1}>
      Move down
    </button>
    <button type="submit" name="action" value={`duplicate ${id}`} class="secondary">
      Duplicate
    </button>
    <button type="submit" name="action" value={`pick ${id}`} class="secondary">
      Insert below
    </button>
    <button type="submit" name="action" value={`remove ${id}`} class="secondary">
      Remove
    </button>
  </div>
);

/** A question: collapsed, or with its settings. */
const Question = ({ field, index, list }: { field: DraftField; index: number; list: ListProps }) => {
  const { id, label, kind } = field;
  const { open, problems, opened, insertAt } = list;
  const isOpen = opened === id;
  const faults = problemsAt(problems, index);
  return (
    <li
      id={`question-${id}`}
      data-id={id}
      {...(faults.length > 0 && { 'data-faults': attributeText(JSON.stringify(faults)) })}
    >
      <a
        class="head"
        href={isOpen ? '?' : `?open=${id}#question-${id}`}
        {...(isOpen && { 'aria-current': 'true' })}
      >
        <Icon name={kind} />
        <b safe>{label === '' ? 'Untitled' : label}</b>
        <small safe>{summaryOf(field)}</small>
      </a>
      {faults.length > 0 && !isOpen && (
        <p class="fault" safe>
          {faults.map(({ message }) => message).join(' ')}
        </p>
      )}
      {isOpen && (
        <div class="settings">
          <QuestionSettings
            field={field}
            index={index}
            problems={problems}
            locale={localeOf(open.draft.details)}
            isNew={!open.form.fields.some((each) => each.id === id)}
          />
          <Acts id={id} index={index} count={open.draft.fields.length} />
        </div>
      )}
      {insertAt === id && <Picker place={id} />}
    </li>
  );
};

/** The questions of a form in its editor. */
export const QuestionList = (props: ListProps) => {
  const { fields } = props.open.draft;
  return (
    <ol class="questions" id="questions">
      {props.insertAt === 'start' && (
        <li class="inserting">
          <Picker place="start" />
        </li>
      )}
      {fields.map((field, index) => (
        <Question field={field} index={index} list={props} />
      ))}
    </ol>
  );
};
