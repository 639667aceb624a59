import { randomUUID } from 'node:crypto';
import type { Problem } from '../../domain/errors.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import type { wording } from '../../domain/wording.ts';
import type { AssetName } from '../assets/assets.ts';
import { asText } from '../parts/send-html.ts';
import { idOf } from './control-props.ts';
import { honeypotField, tokenField } from './entered-texts.ts';
import { asksForFiles } from './file-control.tsx';
import { FormDocument } from './look/form-document.tsx';
import { lookOf } from './look/present-look.ts';
import { SaveControls, SavedNotice, savesAnswers } from './saving/save-controls.tsx';
import { type Texts, textsIn } from './texts.ts';

/** A sentence about a field, by its key. */
export type FieldProblem = Pick<Problem, 'field' | 'message' | typeof wording>;

/** The problems of each field in sentences, by its key. */
export type ProblemsByField = ReadonlyMap<string, readonly string[]>;

export function problemsByField(problems: readonly FieldProblem[], texts: Texts): ProblemsByField {
  const byField = new Map<string, Set<string>>();
  for (const problem of problems) {
    const { field = '' } = problem;
    byField.set(field, (byField.get(field) ?? new Set()).add(texts.problem(problem)));
  }
  return new Map([...byField].map(([key, messages]) => [key, [...messages]]));
}

interface FrameProps {
  readonly form: ExistingForm;
  readonly problems: ProblemsByField;
  /** A sentence above the form, such as the reason why it could not be sent. */
  readonly notice: string | null;
  /** When the answers on the page were saved, ISO 8601; null for a page that was not saved. */
  readonly savedAt: string | null;
  /** Of a page that corrects what was sent; null for any other. */
  readonly correcting: Correcting | null;
}

/** A correction of answers that were sent. */
export interface Correcting {
  /** A sentence with the time of the last correction; null before the first one. */
  readonly since: string | null;
}

const Summary = ({ form, problems, texts }: Pick<FrameProps, 'form' | 'problems'> & { texts: Texts }) => (
  <div class="problem" role="alert" id="summary" tabindex="-1">
    <p {...texts.attributes} safe>
      {texts.say('summary')}
    </p>
    <ul>
      {form.fields
        .filter(({ key }) => problems.has(key))
        .map((field) => (
          <li>
            <a href={`#${idOf(field)}`} dir="auto" safe>
              {field.label}
            </a>
            <span safe>{texts.say('colon')}</span>
            <span {...texts.attributes} safe>
              {texts.joined(problems.get(field.key) ?? [])}
            </span>
          </li>
        ))}
    </ul>
  </div>
);

const Honeypot = ({ texts }: { readonly texts: Texts }) => (
  <div class="trap" aria-hidden="true">
    <label for="trap" {...texts.attributes} safe>
      {texts.say('trap')}
    </label>
    <input type="text" id="trap" name={honeypotField} tabindex="-1" autocomplete="off" />
  </div>
);

/** The parts of a page that are inserted into its frame. */
export type FramedPart = 'token' | 'fields' | 'kept' | 'keptInputs';
/** Texts that no form has: the places of these parts. */
const placeholders: Readonly<Record<FramedPart, string>> = {
  token: randomUUID(),
  fields: randomUUID(),
  kept: randomUUID(),
  keptInputs: randomUUID(),
};
const anyPlaceholder = new RegExp(`(?:<i>)?(${Object.values(placeholders).join('|')})(?:</i>)?`);

const Frame = ({ form, problems, notice, savedAt, correcting, texts }: FrameProps & { texts: Texts }) => (
  <FormDocument title={form.title} lang={form.language} look={lookOf(form)} scripts={scriptsOf(form)}>
    <h1 dir="auto" safe>
      {form.title}
    </h1>
    {form.description !== '' && (
      <p class="description" dir="auto" safe>
        {form.description}
      </p>
    )}
    {notice !== null && (
      <p class="problem" role="alert" {...texts.attributes} safe>
        {notice}
      </p>
    )}
    {savedAt !== null && <SavedNotice form={form} token={placeholders.token} savedAt={savedAt} />}
    {correcting !== null && (
      <p {...texts.attributes} safe>
        {texts.joined([texts.say('correcting'), ...(correcting.since === null ? [] : [correcting.since])])}
      </p>
    )}
    <i safe>{placeholders.kept}</i>
    {problems.size > 0 && <Summary form={form} problems={problems} texts={texts} />}
    <form method="post" {...sendingOf(form, correcting)} novalidate data-form>
      <input type="hidden" name={tokenField} value={placeholders.token} />
      <i safe>{placeholders.keptInputs}</i>
      <Honeypot texts={texts} />
      <i safe>{placeholders.fields}</i>
      <button type="submit" {...texts.attributes} safe>
        {texts.say(correcting ? 'correct' : 'send')}
      </button>
      {!correcting && savesAnswers(form) && <SaveControls form={form} />}
    </form>
  </FormDocument>
);

/** The uploads come first: they keep the form from being sent before its files have arrived. */
const scriptsOf = ({ fields }: ExistingForm): readonly AssetName[] =>
  asksForFiles(fields) ? ['upload.js', 'form.js'] : ['form.js'];

/** How a browser sends the form: with files in parts, to an address of its own. */
const sendingOf = ({ formId, fields }: ExistingForm, correcting: Correcting | null) => {
  if (correcting) return { action: `/f/${formId}/correct` };
  return asksForFiles(fields)
    ? { action: `/f/${formId}/with-files`, enctype: 'multipart/form-data' }
    : { action: `/f/${formId}` };
};

/** The HTML of a page around its parts, and between those the places of the parts. */
export type FormFrame = readonly string[];

/** Renders the page of a form around its parts. */
export const formFrame = (props: FrameProps): FormFrame =>
  asText(<Frame {...props} texts={textsIn(props.form.language)} />).split(anyPlaceholder);

/** Inserts the HTML of parts into a frame. */
export function fillFrame(frame: FormFrame, parts: Readonly<Record<FramedPart, readonly string[]>>): string {
  const { token, fields, kept, keptInputs } = parts;
  const byPlace = new Map([
    [placeholders.token, token],
    [placeholders.fields, fields],
    [placeholders.kept, kept],
    [placeholders.keptInputs, keptInputs],
  ]);
  return frame.flatMap((html) => byPlace.get(html) ?? [html]).join('');
}
