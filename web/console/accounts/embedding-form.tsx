import type { FastifyRequest } from 'fastify';
import type { InputProblem } from '../../check-input.ts';
import { FormToken } from '../shell.tsx';
import { accountUrl } from './accounts.tsx';

interface Props {
  readonly request: FastifyRequest;
  readonly accountId: string;
  /** The sites, one on each line; null for every site. */
  readonly entered: string | null;
  readonly problems: readonly InputProblem[];
}

/** The sites of a text, one on each line. */
export const originsIn = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The problem of a line names the line, so that people find it. */
const problemText = ({ path, message }: InputProblem): string => {
  const index = /^\/origins\/(\d+)$/.exec(path)?.[1];
  return index === undefined ? message : `Site ${Number(index) + 1}: ${message}`;
};

/** Chooses the sites whose pages may show the forms of the account. */
export const EmbeddingForm = ({ request, accountId, entered, problems }: Props) => (
  <form method="post" action={`${accountUrl(accountId)}/embedding`} class="editor">
    <FormToken request={request} />
    <fieldset>
      <legend>Forms may be embedded in</legend>
      <label class="check">
        <input type="radio" name="sites" value="all" checked={entered === null} />
        <span>the pages of every site</span>
      </label>
      <label class="check">
        <input type="radio" name="sites" value="listed" checked={entered !== null} />
        <span>only the sites below; none, if there is no site</span>
      </label>
    </fieldset>
    <label>
      Sites, one on each line
      <textarea
        name="origins"
        rows="4"
        maxlength="20000"
        placeholder="https://www.example.com"
        {...(problems.length > 0 && { 'aria-invalid': 'true', 'aria-describedby': 'origins-problem' })}
        safe
      >
        {entered ?? ''}
      </textarea>
      {problems.length > 0 && (
        <small class="fault" id="origins-problem" safe>
          {problems.map(problemText).join(' ')}
        </small>
      )}
    </label>
    <button type="submit">Save the sites</button>
  </form>
);
