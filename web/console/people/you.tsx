import type { FastifyReply, FastifyRequest } from 'fastify';
import { account } from '../../../domain/account/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { accountsOf } from '../session/member-session.ts';
import { personIn, visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';
import { Identities } from './openid/identities.tsx';
import { PasskeysState } from './passkey-forms.tsx';
import { SecondFactorState } from './second-factor-forms.tsx';
import { EmailForm, PasswordForm, ProfileForm, type Refusal } from './you-forms.tsx';

export const youPath = '/console/you';

const methods = {
  password: 'with a password',
  passkey: 'with a passkey',
  ticket: 'on the machine of the service',
  openid: 'with the OpenID provider',
} as const;

/** The open sessions of the person, the last first. */
const Sessions = ({ request, now }: { readonly request: FastifyRequest; readonly now: string }) => {
  const { session } = visitorIn(request);
  const open = [...personIn(request).sessions]
    .filter(([, { until }]) => until > now)
    .sort(([, { provedAt: one }], [, { provedAt: other }]) => other.localeCompare(one));
  return (
    <>
      <Table
        cards
        caption="Your sessions, the last first"
        items={open}
        empty={<></>}
        columns={[
          {
            title: 'Device',
            cell: ([id, { device }]) => (
              <>
                <span safe>{device.name}</span> {id === session.id && <small>(this one)</small>}
              </>
            ),
          },
          { title: 'Network', cell: ([, { device }]) => <span safe>{device.network}</span> },
          {
            title: 'Signed in',
            cell: ([, { provedAt, method }]) => (
              <>
                <Time at={provedAt} /> <small>{methods[method]}</small>
              </>
            ),
          },
          { title: 'Until', wide: true, cell: ([, { until }]) => <Time at={until} /> },
          {
            title: '',
            cell: ([id]) =>
              id === session.id ? (
                <></>
              ) : (
                <PostButton
                  request={request}
                  action={`${youPath}/sessions/${encodeURIComponent(id)}/end`}
                  label="End"
                  class="plain"
                />
              ),
          },
        ]}
      />
      {open.length > 1 && (
        <PostButton request={request} action={`${youPath}/end-sessions`} label="End all other sessions" />
      )}
    </>
  );
};

type Deps = Pick<WebDeps, 'aggregates' | 'mailer' | 'now' | 'openid'>;

/** The accounts of the person, by name. */
async function Accounts(deps: Deps, request: FastifyRequest): Promise<JSX.Element> {
  const entered = visitorIn(request).accountId;
  const accounts = await Promise.all(
    (await accountsOf(deps, personIn(request))).map(async ({ accountId, role }) => {
      const { state } = await deps.aggregates.load(account, streamOf.account(accountId), 1_000);
      return { accountId, role, name: state.exists ? state.name : accountId };
    }),
  );
  return (
    <Table
      cards
      caption="Your accounts"
      items={accounts}
      empty={<></>}
      columns={[
        {
          title: 'Account',
          cell: ({ accountId, name }) => (
            <>
              <span safe>{name}</span> {accountId === entered && <small>(this one)</small>}
            </>
          ),
        },
        { title: 'Role', cell: ({ role }) => <span>{role}</span> },
        {
          title: '',
          cell: ({ accountId }) =>
            accountId === entered ? (
              <PostButton
                request={request}
                action={`${youPath}/leave`}
                label="Leave"
                needsConfirmation
                class="plain"
              />
            ) : (
              <PostButton
                request={request}
                action={`${youPath}/enter`}
                label="Enter"
                fields={{ account: accountId }}
                class="plain"
              />
            ),
        },
      ]}
    />
  );
}

/** Answers the page about the person who has signed in. @param refusal the form that was refused */
export async function showYou(
  deps: Deps,
  reply: FastifyReply,
  refusal: Refusal | null = null,
): Promise<FastifyReply> {
  const { request } = reply;
  const person = personIn(request);
  const accounts = await Accounts(deps, request);
  const isMailed = deps.mailer !== null;
  return show(
    reply,
    { title: 'You' },
    <>
      <ProfileForm {...{ request, person, refusal }} />
      <p>
        <a href="/console/you/notices">Choose your notices</a>
      </p>
      <h2>Accounts</h2>
      {accounts as 'safe'}
      <h2>Sessions</h2>
      <Sessions request={request} now={deps.now().toISOString()} />
      <h2>Address</h2>
      <EmailForm {...{ request, person, refusal, isMailed }} />
      <h2>Password</h2>
      <PasswordForm {...{ request, person, refusal }} />
      <h2>Passkeys</h2>
      <PasskeysState person={person} />
      <h2>Second factor</h2>
      <SecondFactorState person={person} />
      <Identities request={request} provider={deps.openid} />
      <h2>Erasure</h2>
      <p>
        <a href="/console/you/erase">Erase yourself…</a>
      </p>
    </>,
  );
}

/** The page about the person who has signed in; keys and operators have only a session. */
export function youPage(app: Routes, deps: Deps): void {
  app.get(youPath, async (request, reply) =>
    visitorIn(request).person ? showYou(deps, reply) : reply.redirect('/console/session', 303),
  );
}
