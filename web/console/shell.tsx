import type { Children } from '@kitajs/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AssetName } from '../assets/assets.ts';
import { Document } from '../parts/document.tsx';
import { sendHtml } from '../parts/send-html.ts';
import { takeFlashMessage } from './session/cookies.ts';
import { formTokenField } from './session/same-origin.ts';
import { type Visitor, visitorIn } from './session/visitor.ts';

export interface PageHead {
  readonly title: string;
  /** The heading, where it is not the title: the name of the thing that a page such as "Edit" is about. */
  readonly heading?: string;
  /** The pages above this page, outermost first. */
  readonly crumbs?: readonly (readonly [title: string, href: string])[];
  /** The account that the page is about; its links keep it. */
  readonly account?: string | null;
  /** Buttons and links beside the title. */
  readonly actions?: Children;
  readonly scripts?: readonly AssetName[];
  readonly styles?: readonly AssetName[];
}

interface Room {
  readonly title: string;
  readonly path: string;
  readonly ofAccount?: true;
  readonly operatorsOnly?: true;
}

/** The rooms of the console, in the order of the navigation. */
const rooms: readonly Room[] = [
  { title: 'Overview', path: '/console' },
  { title: 'Forms', path: '/console/forms', ofAccount: true },
  { title: 'Submissions', path: '/console/submissions', ofAccount: true },
  { title: 'Destinations', path: '/console/destinations', ofAccount: true },
  { title: 'Deliveries', path: '/console/deliveries', ofAccount: true },
  { title: 'Recoveries', path: '/console/recoveries', ofAccount: true },
  { title: 'Projections', path: '/console/projections', operatorsOnly: true },
  { title: 'History', path: '/console/history', operatorsOnly: true },
  { title: 'Log', path: '/console/log', operatorsOnly: true },
  { title: 'Accounts', path: '/console/accounts', operatorsOnly: true },
];

/** The address of a page of an account. */
export const ofAccount = (path: string, account: string | null | undefined): string =>
  account === null || account === undefined ? path : `${path}?account=${encodeURIComponent(account)}`;

/** The rooms that a visitor may enter: those of the service are for operators, and those of members and of the account for owners. */
function roomsOf({ accountId, hasScope }: Visitor): readonly Room[] {
  if (accountId === null) return rooms;
  const own = rooms.filter(({ operatorsOnly }) => operatorsOnly !== true);
  const path = `/console/accounts/${encodeURIComponent(accountId)}`;
  return hasScope('account:write')
    ? [...own, { title: 'Members', path: `${path}/members` }, { title: 'Account', path }]
    : own;
}

const isIn = ({ path }: Room, url: string): boolean => {
  const [at = ''] = url.split('?');
  return path === '/console' ? at === path : at === path || at.startsWith(`${path}/`);
};

/** The room of a page: the innermost one, where a room is within another. */
const roomOf = (all: readonly Room[], url: string): Room | undefined =>
  all.filter((room) => isIn(room, url)).sort((one, other) => other.path.length - one.path.length)[0];

interface RoomsProps {
  readonly visitor: Visitor;
  readonly url: string;
  readonly account: string | null;
}

interface RoomLinksProps extends Pick<RoomsProps, 'account'> {
  readonly rooms: readonly Room[];
  readonly present: Room | undefined;
}

const RoomLinks = ({ rooms: listed, present, account }: RoomLinksProps) => (
  <ul>
    {listed.map((room) => (
      <li>
        <a
          href={room.ofAccount ? ofAccount(room.path, account) : room.path}
          {...(room === present && { 'aria-current': 'page' })}
          safe
        >
          {room.title}
        </a>
      </li>
    ))}
  </ul>
);

/** The way to the rooms: a list beside the page or, where the page is narrow, a menu that names the present room. */
const Rooms = ({ visitor, url, account }: RoomsProps) => {
  const listed = roomsOf(visitor);
  const present = roomOf(listed, url);
  const links = { rooms: listed, present, account };
  return (
    <>
      <nav class="rooms" aria-label="Console">
        <RoomLinks {...links} />
      </nav>
      <details class="rooms menu">
        <summary>
          <span class="quiet">Menu</span> <span safe>{present?.title ?? ''}</span>
        </summary>
        <nav aria-label="Console">
          <RoomLinks {...links} />
        </nav>
      </details>
    </>
  );
};

const Crumbs = ({ crumbs, title }: { crumbs: NonNullable<PageHead['crumbs']>; title: string }) => (
  <nav class="crumbs" aria-label="Breadcrumbs">
    <ol>
      {crumbs.map(([name, href]) => (
        <li>
          <a href={href} safe>
            {name}
          </a>
        </li>
      ))}
      <li aria-current="page" safe>
        {title}
      </li>
    </ol>
  </nav>
);

/** The field with the session's token, for forms. */
export const FormToken = ({ request }: { readonly request: FastifyRequest }) => (
  <input type="hidden" name={formTokenField} value={visitorIn(request).formToken} />
);

const SignedIn = ({ visitor, request }: { visitor: Visitor; request: FastifyRequest }) => (
  <form method="post" action="/console/sign-out" class="signed-in">
    <FormToken request={request} />
    <span>
      <a href={visitor.person ? '/console/you' : '/console/session'} safe>
        {visitor.name}
      </a>{' '}
      <small safe>{visitor.role}</small>
    </span>
    <button type="submit" class="plain">
      Sign out
    </button>
  </form>
);

/** Answers a page of the console. */
export function show(reply: FastifyReply, head: PageHead, content: Children): FastifyReply {
  const { request } = reply;
  const visitor = visitorIn(request);
  const account = head.account ?? visitor.accountId;
  const note = takeFlashMessage(request, reply);
  const { title, heading = title, crumbs = [], actions, scripts = [], styles = [] } = head;
  return sendHtml(
    reply,
    <Document
      title={[...new Set([title, heading]), 'Formlog'].join(' · ')}
      scripts={['console.js', ...scripts]}
      styles={styles}
      class="console"
      headers={{ 'x-form-token': visitor.formToken }}
    >
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="/console">
          Formlog
        </a>
        <SignedIn visitor={visitor} request={request} />
      </header>
      <Rooms visitor={visitor} url={request.url} account={account} />
      <main id="main">
        {crumbs.length > 0 && <Crumbs crumbs={crumbs} title={title} />}
        <div class="heading">
          <h1 dir="auto" safe>
            {heading}
          </h1>
          <div class="actions">{actions}</div>
        </div>
        {note !== null && (
          <p class="note" role="status" safe>
            {note}
          </p>
        )}
        {content}
      </main>
    </Document>,
  );
}
