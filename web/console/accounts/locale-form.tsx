import type { FastifyRequest } from 'fastify';
import type { InputProblem } from '../../check-input.ts';
import { LocaleSuggestions } from '../../parts/locale-suggestions.tsx';
import { FormToken } from '../shell.tsx';
import { accountUrl } from './accounts.tsx';

interface LocaleFormProps {
  readonly request: FastifyRequest;
  readonly accountId: string;
  readonly entered: { readonly language: string; readonly timeZone: string };
  readonly problems: readonly InputProblem[];
}

interface ControlProps extends Pick<LocaleFormProps, 'problems'> {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly list: string;
}

function Control({ name, label, value, list, problems }: ControlProps) {
  const own = problems.filter(({ path }) => path === `/${name}`);
  const described =
    own.length > 0 ? { 'aria-invalid': 'true' as const, 'aria-describedby': `${name}-problem` } : {};
  return (
    <label>
      <span safe>{label}</span>
      <input name={name} value={value} list={list} {...described} />
      {own.length > 0 && (
        <small class="fault" id={`${name}-problem`} safe>
          {own.map(({ message }) => message).join(' ')}
        </small>
      )}
    </label>
  );
}

/** Changes the language and the time zone of forms that the account creates from now on. */
export const LocaleForm = ({
  request,
  accountId,
  entered: { language, timeZone },
  problems,
}: LocaleFormProps) => (
  <form method="post" action={`${accountUrl(accountId)}/locale`} class="filters">
    <FormToken request={request} />
    <Control name="language" label="Language" value={language} list="languages" problems={problems} />
    <Control name="time_zone" label="Time zone" value={timeZone} list="time-zones" problems={problems} />
    <LocaleSuggestions />
    <button type="submit">Save for new forms</button>
  </form>
);
