import type { FastifyRequest } from 'fastify';
import { maxNameLength } from '../../../commands/person/person-name.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { mailLanguages } from '../../../mail/texts.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { PasswordInput } from '../parts/narrow-page.tsx';
import { FormToken } from '../shell.tsx';
import { passwordHelp } from './choose-password.tsx';

/** The form of the page that was refused, and the reason. */
export interface Refusal {
  readonly of: 'email' | 'name' | 'password';
  readonly text: string;
}

interface FormProps {
  readonly request: FastifyRequest;
  readonly person: ExistingPerson;
  readonly refusal: Refusal | null;
}

const Fault = ({ of, refusal }: { readonly of: Refusal['of']; readonly refusal: Refusal | null }) =>
  refusal?.of === of ? (
    <p class="problem" role="alert" safe>
      {refusal.text}
    </p>
  ) : (
    <></>
  );

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

export const ProfileForm = ({ request, person, refusal }: FormProps) => (
  <form method="post" action="/console/you/profile" class="editor">
    <FormToken request={request} />
    <Fault of="name" refusal={refusal} />
    <label>
      Name
      <input
        name="name"
        value={attributeText(person.name)}
        required
        maxlength={String(maxNameLength)}
        autocomplete="name"
      />
      <small>Members of your accounts see it, and histories name you by it.</small>
    </label>
    <label>
      Language of mails
      <select name="language">
        <option value="" selected={person.language === null}>
          English, if nothing else is set
        </option>
        {mailLanguages.map((tag) => (
          <option value={tag} selected={tag === person.language} safe>
            {languageNames.of(tag) ?? tag}
          </option>
        ))}
      </select>
    </label>
    <button type="submit">Save</button>
  </form>
);

export const EmailForm = ({
  request,
  person,
  refusal,
  isMailed,
}: FormProps & { readonly isMailed: boolean }) => (
  <form method="post" action="/console/you/email" class="editor">
    <FormToken request={request} />
    <Fault of="email" refusal={refusal} />
    <p>
      You sign in with <strong safe>{person.email}</strong>.
    </p>
    <label>
      Another address
      <input type="email" name="email" required maxlength="254" autocomplete="email" />
      <small>
        {isMailed
          ? 'It counts once you have opened the link that is mailed there.'
          : 'It counts at once: the service sends no mail.'}
      </small>
    </label>
    <PasswordInput label="Your password" name="password" autocomplete="current-password" />
    <button type="submit">Change the address</button>
    <p class="quiet">Your other sessions end then.</p>
  </form>
);

export const PasswordForm = ({ request, person, refusal }: FormProps) => (
  <form method="post" action="/console/you/password" class="editor">
    <FormToken request={request} />
    <Fault of="password" refusal={refusal} />
    {/* Password managers look for a name beside a password. */}
    <input type="text" name="username" value={attributeText(person.email)} autocomplete="username" hidden />
    {person.passwordHash !== null && (
      <PasswordInput label="Present password" name="present" autocomplete="current-password" />
    )}
    <PasswordInput label="New password" name="password" autocomplete="new-password" help={passwordHelp} />
    <button type="submit">Change the password</button>
    <p class="quiet">Your other sessions end.</p>
  </form>
);
