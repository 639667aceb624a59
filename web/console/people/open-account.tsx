import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Links } from '../../../api/auth/links.ts';
import { refused } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { openAccountPath } from '../../../api/requests/invite-to-sign-up.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { accountNameIn, maxAccountName } from '../../../commands/account/account-name.ts';
import { maxNameLength, personNameIn } from '../../../commands/person/person-name.ts';
import { isSignUpOpen, signUp, type SignUpRight } from '../../../commands/person/sign-up.ts';
import { checkLocale, type FormLocale, isTimeZone } from '../../../domain/form/locale.ts';
import { preferredLanguage } from '../../form/languages.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import { PasswordInput, showNarrow, TextInput } from '../parts/narrow-page.tsx';
import type { Routes } from '../parts/routes.ts';
import { completeSignIn } from '../session/complete-sign-in.ts';
import { setPosition } from '../session/cookies.ts';
import type { Sessions } from '../session/sessions.ts';
import { guardOf } from '../session/sign-in-guard.ts';
import { signUpPath } from '../session/sign-in-page.tsx';
import { passwordHelp } from './choose-password.tsx';
import { LinkInput } from './link-input.ts';
import { showClosed } from './sign-up.tsx';

declare module 'fastify' {
  interface FastifyInstance {
    /** The plan of accounts that strangers open; null if it does not exist. */
    signUpPlan: string | null;
  }
}

const NewOwner = Type.Object({
  ...LinkInput.properties,
  name: Type.String({ maxLength: 1_000 }),
  account: Type.String({ maxLength: 1_000 }),
  password: Type.String({ maxLength: 2_000 }),
  time_zone: Type.Optional(Type.String({ maxLength: 100 })),
});
type NewOwner = Static<typeof NewOwner>;

/** The language and the time zone of the browser, as far as they are usable. */
function localeOf({ headers }: FastifyRequest, { time_zone: zone = '' }: NewOwner): FormLocale {
  const language = preferredLanguage(headers['accept-language']);
  const checked = checkLocale({
    ...(language !== undefined && { language }),
    ...(isTimeZone(zone) && { timeZone: zone }),
  });
  return checked.ok ? checked.value : {};
}

interface Entered {
  readonly name: string;
  readonly account: string;
}

interface FormProps extends Entered {
  readonly link: string;
  readonly email: string;
}

const NewOwnerForm = ({ link, email, name, account }: FormProps) => (
  <form method="post" action={openAccountPath}>
    <input type="hidden" name="link" value={attributeText(link)} />
    <input type="hidden" name="time_zone" data-time-zone />
    <p class="quiet">
      You will sign in with <strong safe>{email}</strong>.
    </p>
    <TextInput
      label="Your name"
      name="name"
      value={name}
      autocomplete="name"
      maxlength={String(maxNameLength)}
    />
    <TextInput
      label="Name of the account"
      name="account"
      value={account}
      autocomplete="organization"
      maxlength={String(maxAccountName)}
      help="Such as the name of your organisation. People whom you invite see it."
    />
    <PasswordInput label="Password" name="password" autocomplete="new-password" help={passwordHelp} />
    <button type="submit">Open the account</button>
  </form>
);

/** Opening an account with the link that was mailed to its owner, once. */
export function openAccountPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'plans' | 'sessionKeys' | 'signUp'>,
  { rates, links, sessions }: { readonly rates: Rates; readonly links: Links; readonly sessions: Sessions },
): void {
  const config = { isPublic: true };
  const onRequest = guardOf(rates);
  const { mode, plan } = deps.signUp;

  async function rightOf(
    request: FastifyRequest,
    reply: FastifyReply,
    link: string,
  ): Promise<SignUpRight | null> {
    const right = links.open('sign-up', link);
    const isAllowed = right !== null && (mode === 'open' || right.invited);
    if (isAllowed && (await isSignUpOpen(deps, right))) return right;
    rates.countAddress(reply, request.ip);
    return null;
  }

  const over = (reply: FastifyReply) =>
    showNarrow(
      reply.code(410),
      { title: 'This link is over' },
      <p>
        It was used before, or is too old. <a href="/console/sign-in">Sign in</a>, or{' '}
        {mode === 'open' ? <a href={signUpPath}>ask for another</a> : 'ask the operator for another'}.
      </p>,
    );

  const form = (reply: FastifyReply, props: FormProps, problem: string | null = null) =>
    showNarrow(
      reply,
      { title: 'Open an account', problem, scripts: ['time-zone.js'] },
      <NewOwnerForm {...props} />,
    );

  app.get(
    openAccountPath,
    { config, schema: { querystring: LinkInput }, onRequest },
    async (request, reply) => {
      if (mode === 'closed') return showClosed(reply, mode);
      const { link } = request.query;
      const right = await rightOf(request, reply, link);
      return right ? form(reply, { link, email: right.email, name: '', account: '' }) : over(reply);
    },
  );

  app.post(openAccountPath, { config, schema: { body: NewOwner }, onRequest }, async (request, reply) => {
    if (mode === 'closed') return showClosed(reply, mode);
    const { link, password, name: givenName, account: givenAccount } = request.body;
    const right = await rightOf(request, reply, link);
    if (!right) return over(reply);
    const again = (status: number, problem: string) =>
      form(reply.code(status), { link, email: right.email, name: givenName, account: givenAccount }, problem);
    const name = personNameIn(givenName);
    if (name === null) return again(422, `Enter your name, with at most ${maxNameLength} characters.`);
    const accountName = accountNameIn(givenAccount);
    if (accountName === null)
      return again(422, `Enter the name of the account, with at most ${maxAccountName} characters.`);
    rates.countSignUp(request.ip, 'account');
    const account = { name: accountName, plan, locale: localeOf(request, request.body) };
    const context = contextOf(request, '', { kind: 'system', id: 'sign-up' });
    const opened = await signUp(deps, right, { name, password, account }, context);
    if (!opened.ok && opened.error.code === 'invalid_request') return again(422, opened.error.message);
    if (!opened.ok && opened.error.code === 'login_taken') return over(reply);
    if (!opened.ok) throw refused(opened.error);
    const { person, accountId, position } = opened.value;
    if (position !== null) setPosition(request, reply, position);
    const proved = { person, method: 'password', accountId } as const;
    const note = `Welcome, ${person.name}. Your account is open.`;
    return completeSignIn(deps, sessions, request, reply, proved, { next: '/console', note });
  });
}
