import { attributeText } from '../../parts/attribute-text.ts';
import { Document } from '../../parts/document.tsx';
import { PasskeyForm } from './passkey-form.tsx';

export const forgottenPath = '/console/sign-in/forgotten';
export const signUpPath = '/console/sign-up';
export const openIdPath = '/console/sign-in/openid';

export interface SignInProps {
  readonly next: string;
  /** The reason for which one of the two forms was refused; null for none. */
  readonly problem?: { readonly of: 'passkey' | 'person' | 'secret'; readonly text: string } | null;
  /** The address that was refused. */
  readonly email?: string;
}

const refusal = (isRefused: boolean) =>
  isRefused ? ({ 'aria-invalid': 'true', 'aria-describedby': 'problem' } as const) : {};

const Problem = ({ text }: { readonly text: string }) => (
  <p id="problem" class="problem" role="alert" safe>
    {text}
  </p>
);

const PersonForm = ({ next, problem = null, email = '' }: SignInProps) => {
  const isRefused = problem?.of === 'person';
  return (
    <form method="post" action="/console/sign-in">
      <input type="hidden" name="next" value={attributeText(next)} />
      <label>
        E-mail
        <input
          type="email"
          name="email"
          value={attributeText(email)}
          required
          autocomplete="username"
          maxlength="254"
          {...refusal(isRefused)}
          {...(problem === null && { autofocus: true })}
        />
      </label>
      <label>
        Password
        <input
          type="password"
          name="password"
          required
          autocomplete="current-password"
          maxlength="500"
          {...refusal(isRefused)}
          {...(isRefused && { autofocus: true })}
        />
      </label>
      {isRefused && <Problem text={problem.text} />}
      <button type="submit">Sign in</button>
      <p class="quiet">
        <a href={forgottenPath}>Forgotten your password?</a>
      </p>
    </form>
  );
};

const SecretForm = ({ next, problem = null }: SignInProps) => {
  const isRefused = problem?.of === 'secret';
  return (
    <form method="post" action="/console/sign-in">
      <input type="hidden" name="next" value={attributeText(next)} />
      {/* Password managers look for a name beside a secret. */}
      <input type="text" name="username" value="formlog" autocomplete="username" hidden />
      <label>
        Token or API key
        <input
          type="password"
          name="secret"
          required
          autocomplete="current-password"
          {...refusal(isRefused)}
          {...(isRefused && { autofocus: true })}
        />
      </label>
      {isRefused && <Problem text={problem.text} />}
      <button type="submit" class="secondary">
        Sign in with the key
      </button>
    </form>
  );
};

interface SignInPageProps extends SignInProps {
  readonly note: string | null;
  /** Whether strangers may open an account. */
  readonly isSignUpOpen: boolean;
  /** The OpenID provider's label; null without one. */
  readonly provider: string | null;
}

/** The page on which people sign in, with an address and a password or with a secret. */
export const SignIn = (props: SignInPageProps) => (
  <Document title="Sign in · Formlog" class="narrow" scripts={['passkey.js']}>
    <main id="main">
      <h1>Formlog</h1>
      {props.note !== null && (
        <p class="note" role="status" safe>
          {props.note}
        </p>
      )}
      <PersonForm {...props} />
      {props.problem?.of === 'passkey' && <Problem text={props.problem.text} />}
      <PasskeyForm next={props.next} />
      {props.provider !== null && (
        <a
          class="provider"
          role="button"
          href={attributeText(`${openIdPath}?next=${encodeURIComponent(props.next)}`)}
        >
          Sign in with <span safe>{props.provider}</span>
        </a>
      )}
      {props.isSignUpOpen && (
        <p class="quiet">
          New here? <a href={signUpPath}>Open an account</a>
        </p>
      )}
      <hr />
      <h2>With a token or an API key</h2>
      <SecretForm {...props} />
      <p class="quiet">
        Operators sign in with their token and see every account. An API key opens its own account, within its
        scopes. On the machine of the service, <code>npx formlog console</code> prints a link that signs you
        in.
      </p>
    </main>
  </Document>
);
