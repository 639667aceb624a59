import type { FastifyRequest } from 'fastify';
import { attributeText } from '../../parts/attribute-text.ts';
import { FormToken } from '../shell.tsx';
import { accountUrl } from './accounts.tsx';

interface Props {
  readonly request: FastifyRequest;
  readonly accountId: string;
  readonly entered: string;
  /** Why the name was refused; null if it was not. */
  readonly problem: string | null;
}

/** Changes the name of the account. */
export const NameForm = ({ request, accountId, entered, problem }: Props) => (
  <form method="post" action={`${accountUrl(accountId)}/name`} class="filters">
    <FormToken request={request} />
    <label>
      <span>Name</span>
      <input
        name="name"
        value={attributeText(entered)}
        required
        maxlength="200"
        autocomplete="organization"
        {...(problem !== null && { 'aria-invalid': 'true', 'aria-describedby': 'name-problem' })}
      />
      {problem !== null && (
        <small class="fault" id="name-problem" safe>
          {problem}
        </small>
      )}
    </label>
    <button type="submit">Change the name</button>
  </form>
);
