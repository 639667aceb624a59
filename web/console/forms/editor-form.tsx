import type { FastifyRequest } from 'fastify';
import { fieldKinds } from '../../../domain/form/field.ts';
import type { InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { textareaText } from '../../parts/textarea-text.ts';
import { FormToken } from '../shell.tsx';
import type { FormDraft } from './draft.ts';
import { inWords } from './field-editor.tsx';
import { LocaleControls } from './locale-controls.tsx';
import { SlugControl } from './slug-control.tsx';

export interface EditorProps {
  readonly request: FastifyRequest;
  readonly action: string;
  readonly draft: FormDraft;
  /** The revision of the form that is being edited: a change of somebody else is not overwritten. */
  readonly revision: number;
  readonly problems: readonly InputProblem[];
}

const Problems = ({ problems }: Pick<EditorProps, 'problems'>) =>
  problems.length === 0 ? (
    <></>
  ) : (
    <div class="problem" role="alert">
      <p>The form is not saved yet:</p>
      <ul>
        {problems.map(({ path, message }) => {
          const [, index = ''] = /^\/fields\/(\d+)/.exec(path) ?? [];
          const target = index === '' ? '#editor' : `#field-${index}`;
          const name = index === '' ? path.slice(1) : `Field ${Number(index) + 1}`;
          return (
            <li>
              <a href={target} safe>
                {inWords(name)}
              </a>
              : <span safe>{message}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );

interface RenderedFields {
  readonly fields: JSX.Element;
}

/** The editor: a form whose buttons answer the same page with the change; nothing is saved before "Save". */
export const Editor = ({
  request,
  action,
  draft,
  revision,
  problems,
  fields,
}: EditorProps & RenderedFields) => (
  <form
    method="post"
    action={action}
    hx-post={action}
    hx-target="#editor"
    hx-select="#editor"
    hx-swap="outerHTML show:none"
  >
    {/* The Enter key presses the first button of a form. */}
    <button type="submit" name="action" value="show" class="hidden" tabindex="-1" formnovalidate>
      Preview
    </button>
    <Problems problems={problems} />
    <FormToken request={request} />
    <input type="hidden" name="revision" value={String(revision)} />
    <label>
      Title
      <input name="title" value={attributeText(draft.title)} required />
    </label>
    <label>
      Description
      <textarea name="description" rows="2" safe>
        {textareaText(draft.description)}
      </textarea>
    </label>
    <SlugControl draft={draft} problems={problems} />
    <LocaleControls draft={draft} problems={problems} />
    {fields}
    <div class="row add">
      <label>
        New field
        <select name="new_kind">
          {fieldKinds.map((kind) => (
            <option value={kind} safe>
              {inWords(kind)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" name="action" value="add" class="secondary" formnovalidate>
        Add
      </button>
    </div>
    <div class="buttons sticky">
      <button type="submit" name="action" value="save">
        Save
      </button>
      <button type="submit" name="action" value="show" class="secondary" formnovalidate>
        Preview
      </button>
    </div>
  </form>
);
