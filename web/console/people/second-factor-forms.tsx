import type { FastifyRequest } from 'fastify';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { CopyButton } from '../../parts/id.tsx';
import { Time } from '../../parts/time.tsx';
import { PasswordInput } from '../parts/narrow-page.tsx';
import { qrCode } from '../parts/qr-code.ts';
import { CodeInput } from '../session/code-page.tsx';
import { FormToken } from '../shell.tsx';

export const secondFactorPath = '/console/you/second-factor';

/** The form that was refused, and the reason. */
export interface FactorProblem {
  readonly of: 'codes' | 'off' | 'on';
  readonly text: string;
}

interface FactorProps {
  readonly request: FastifyRequest;
  readonly person: ExistingPerson;
  readonly problem: FactorProblem | null;
}

const Fault = ({ of, problem }: Pick<FactorProps, 'problem'> & Pick<FactorProblem, 'of'>) =>
  problem?.of === of ? (
    <p class="problem" role="alert" safe>
      {problem.text}
    </p>
  ) : (
    <></>
  );

/** Password managers look for a name beside a password. */
const Username = ({ person }: Pick<FactorProps, 'person'>) => (
  <input type="text" name="username" value={attributeText(person.email)} autocomplete="username" hidden />
);

interface TurnOnProps extends FactorProps {
  /** In Base32. */
  readonly secret: string;
  /** The address in the QR code. */
  readonly uri: string;
  /** The sealed secret, which the form sends back. */
  readonly token: string;
}

const inGroups = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

/** The page on which a person turns on the second factor. */
export async function TurnOn({
  request,
  person,
  problem,
  secret,
  uri,
  token,
}: TurnOnProps): Promise<JSX.Element> {
  const safePicture = await qrCode(uri);
  return (
    <form method="post" action={`${secondFactorPath}/on`} class="editor">
      <FormToken request={request} />
      <input type="hidden" name="setup" value={token} />
      <Username person={person} />
      <Fault of="on" problem={problem} />
      <p>
        With a second factor, a sign-in with your password also asks for a code of an app on your phone, such
        as a password manager or an authenticator. Somebody who learns your password cannot sign in with it
        alone.
      </p>
      <p>1. Scan this with the app, or enter the secret there.</p>
      <div class="qr" role="img" aria-label="QR code with the secret">
        {safePicture}
      </div>
      <p>
        <code class="address" safe>
          {inGroups(secret)}
        </code>{' '}
        <CopyButton text={secret} label="Copy the secret" />
      </p>
      <p>2. Enter the code that the app shows, and your password.</p>
      <CodeInput />
      <PasswordInput label="Your password" name="password" autocomplete="current-password" />
      <button type="submit">Turn on</button>
    </form>
  );
}

/** The field of the password that confirms a change. */
export const PasswordConfirmation = ({ person }: Pick<FactorProps, 'person'>) => (
  <>
    <Username person={person} />
    <PasswordInput label="Your password" name="password" autocomplete="current-password" />
  </>
);

/** The fields that confirm a change of a person with a second factor. */
export const Confirmation = ({ person }: Pick<FactorProps, 'person'>) => (
  <>
    <PasswordConfirmation person={person} />
    <label>
      Code of your app, or a recovery code
      <input
        name="code"
        required
        autocomplete="one-time-code"
        autocapitalize="none"
        spellcheck="false"
        maxlength="60"
      />
    </label>
  </>
);

/** The page on which a person makes other recovery codes and turns the second factor off. */
export const FactorSettings = ({ request, person, problem }: FactorProps) => {
  const { secondFactor } = person;
  if (!secondFactor)
    return <p>You sign in without a password. A second factor is asked for beside a password alone.</p>;
  const { enabledAt, recoveryHashes } = secondFactor;
  const left = recoveryHashes.length;
  return (
    <>
      <p>
        On since <Time at={enabledAt} />. A sign-in with your password also asks for a code of your app.
      </p>
      <h2>Recovery codes</h2>
      <p>
        <span safe>{left === 1 ? '1 recovery code is' : `${left} recovery codes are`}</span> left. Each signs
        you in once, if you do not have the app at hand.
      </p>
      <form method="post" action={`${secondFactorPath}/codes`} class="editor">
        <FormToken request={request} />
        <Fault of="codes" problem={problem} />
        <Confirmation person={person} />
        <button type="submit">Make other recovery codes</button>
        <p class="quiet">The present codes no longer work then.</p>
      </form>
      <h2>Turn off</h2>
      <form method="post" action={`${secondFactorPath}/off`} class="editor">
        <FormToken request={request} />
        <Fault of="off" problem={problem} />
        <Confirmation person={person} />
        <button type="submit" class="danger">
          Turn off
        </button>
        <p class="quiet">Your password is enough to sign in then. Your other sessions end.</p>
      </form>
    </>
  );
};

/** The second factor on the page about the person. */
export const SecondFactorState = ({ person: { secondFactor } }: { readonly person: ExistingPerson }) =>
  secondFactor ? (
    <p>
      On: a sign-in with your password also asks for a code of your app.{' '}
      <a href={secondFactorPath}>Recovery codes, or turn it off</a>
    </p>
  ) : (
    <p>
      Off: your password is enough to sign in. <a href={secondFactorPath}>Turn it on</a>
    </p>
  );

/** New recovery codes, which no other page shows. */
export const RecoveryCodes = ({
  codes,
  note,
}: {
  readonly codes: readonly string[];
  readonly note: string;
}) => (
  <>
    <p>
      <span safe>{note}</span> Store these recovery codes in a safe place. Each signs you in once, if you do
      not have the app at hand. They are shown only now; the service keeps only their hashes.
    </p>
    <ul class="recovery-codes">
      {codes.map((code) => (
        <li>
          <code safe>{code}</code>
        </li>
      ))}
    </ul>
    <div class="buttons">
      <CopyButton text={codes.join('\n')} label="Copy the codes" />
      <a href="/console/you">I have stored them</a>
    </div>
  </>
);
