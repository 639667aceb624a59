import type { InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { textareaText } from '../../parts/textarea-text.ts';

interface ThanksControlsProps {
  /** Blank for the text of the page. */
  readonly thanks: string;
  /** Blank for none. */
  readonly redirect: string;
  readonly showsAnswers: boolean;
  readonly problems: readonly InputProblem[];
}

const invalid = (problem: string | undefined) =>
  problem === undefined ? {} : { 'aria-invalid': 'true' as const };

/** The settings of the page after the sending. */
export function ThanksControls({ thanks, redirect, showsAnswers, problems }: ThanksControlsProps) {
  const problemOf = (member: string) =>
    problems.find(({ path }) => path === `/responses/thanks/${member}`)?.message;
  const [wrongText, wrongAddress] = [problemOf('text'), problemOf('redirect_to')];
  return (
    <>
      <label>
        Text that thanks people
        <textarea name="thanks" rows="3" aria-describedby="thanks-help" {...invalid(wrongText)} safe>
          {textareaText(thanks)}
        </textarea>
        <small id="thanks-help" safe>
          {wrongText ?? 'Empty for the usual sentence in the language of the form.'}
        </small>
      </label>
      <label>
        Page that follows
        <input
          type="url"
          name="redirect"
          value={attributeText(redirect)}
          placeholder="https://www.example.com/thanks"
          aria-describedby="redirect-help"
          {...invalid(wrongAddress)}
        />
        <small id="redirect-help" safe>
          {wrongAddress ??
            'Opens by itself, or with a link where there is something to read first. Empty for none.'}
        </small>
      </label>
      <label>
        <input type="checkbox" name="shows_answers" value="yes" checked={showsAnswers} />
        People see once more what they have sent
      </label>
    </>
  );
}
