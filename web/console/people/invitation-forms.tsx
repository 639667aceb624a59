import { PasswordInput, TextInput } from '../parts/narrow-page.tsx';
import { openIdPath } from '../session/sign-in-page.tsx';
import type { Visitor } from '../session/visitor.ts';
import { passwordHelp } from './choose-password.tsx';

interface InvitationFormsProps {
  readonly path: string;
  readonly link: string;
  readonly email: string;
  /** The name that was refused. */
  readonly name: string;
  readonly visitor: Visitor | null;
  /** The OpenID provider's label; null without one. */
  readonly provider: string | null;
}

/** The ways to accept an invitation: as the person who has signed in, as another person, or as somebody new. */
export const InvitationForms = ({ path, link, email, name, visitor, provider }: InvitationFormsProps) => (
  <>
    {visitor !== null && visitor.person !== null && (
      <form method="post" action={path}>
        <input type="hidden" name="link" value={link} />
        <input type="hidden" name="as" value="visitor" />
        <button type="submit">
          Join as <span safe>{visitor.person.name}</span>
        </button>
      </form>
    )}
    {provider !== null && (
      <a class="provider" role="button" href={`${openIdPath}?invitation=${encodeURIComponent(link)}`}>
        Join with <span safe>{provider}</span>
      </a>
    )}
    <form method="post" action={path}>
      <input type="hidden" name="link" value={link} />
      <input type="hidden" name="as" value="new" />
      <h2>You are new here</h2>
      <p class="quiet">
        You will sign in with <strong safe>{email}</strong>.
      </p>
      <TextInput label="Your name" name="name" value={name} autocomplete="name" maxlength="200" />
      <PasswordInput label="Password" name="password" autocomplete="new-password" help={passwordHelp} />
      <button type="submit">Join</button>
    </form>
    <hr />
    <form method="post" action={path}>
      <input type="hidden" name="link" value={link} />
      <input type="hidden" name="as" value="known" />
      <h2>You sign in here already</h2>
      <TextInput
        label="E-mail"
        name="email"
        value={email}
        type="email"
        autocomplete="username"
        maxlength="254"
      />
      <PasswordInput label="Your password" name="password" autocomplete="current-password" />
      <button type="submit" class="secondary">
        Sign in and join
      </button>
    </form>
  </>
);
