import { hostileJson, hostileQuery, hostileSending, withHeaders } from './requests.ts';
import type { HostileRow } from './row.ts';
import { says, sized } from './sizes.ts';

const api = '/api/public/v1';

/** Writes whose bodies are small: each takes hostile JSON and headers. */
const smallWrites: Readonly<
  Record<string, readonly [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string]>
> = {
  'change-account': ['PATCH', `${api}/account`],
  'close-account': ['POST', `${api}/account/close`],
  'issue-key': ['POST', `${api}/keys`],
  'revoke-key': ['POST', `${api}/keys/:id/revoke`],
  embedding: ['PUT', `${api}/embedding`],
  'change-submission': ['PATCH', `${api}/submissions/:id`],
  payment: ['POST', `${api}/submissions/:id/payment`],
  'revoke-links': ['POST', `${api}/submissions/:id/revoke-links`],
  invite: ['POST', `${api}/invitations`],
  'send-invitation': ['POST', `${api}/invitations/:invitation/send`],
  'withdraw-invitation': ['DELETE', `${api}/invitations/:invitation`],
  'change-member': ['PATCH', `${api}/members/:person`],
  'remove-member': ['DELETE', `${api}/members/:person`],
  'choose-notices': ['PUT', `${api}/members/:person/notices`],
  'set-stripe': ['PUT', `${api}/payment-providers/stripe`],
  'remove-stripe': ['DELETE', `${api}/payment-providers/stripe`],
  'change-destination': ['PATCH', `${api}/destinations/:id`],
  'delete-destination': ['DELETE', `${api}/destinations/:id`],
  ...Object.fromEntries(
    ['enable', 'disable', 'ping', 'rotate-secret'].map((action) => [
      `${action}-destination`,
      ['POST', `${api}/destinations/:id/${action}`] as const,
    ]),
  ),
  'replay-delivery': ['POST', `${api}/deliveries/:id/replay`],
  'cancel-delivery': ['POST', `${api}/deliveries/:id/cancel`],
  recovery: ['POST', `${api}/recoveries`],
  cancellation: ['POST', `${api}/cancellations`],
  ...Object.fromEntries(
    ['recoveries', 'cancellations'].flatMap((jobs) =>
      ['pause', 'resume', 'cancel'].map((action) => [
        `${action}-${jobs}`,
        ['POST', `${api}/${jobs}/:id/${action}`] as const,
      ]),
    ),
  ),
};
export const smallWriteRows = Object.entries(smallWrites).map(([name, [method, path]]): HostileRow => ({
  name,
  routes: [`${method} ${path}`],
  prepare: () => async (genes) =>
    withHeaders(
      genes,
      hostileJson(
        genes,
        path.replace(/:(?:id|person|invitation)\b/, 'x'.repeat(20)),
        (members) => members,
        method,
      ),
    ),
}));

/** Routes that take a query and headers alone. */
const reads: Readonly<Record<string, string>> = {
  forms: `${api}/forms`,
  submissions: `${api}/submissions`,
  'own-account': `${api}/account`,
  keys: `${api}/keys`,
  'one-key': `${api}/keys/:id`,
  'get-embedding': `${api}/embedding`,
  'get-stripe': `${api}/payment-providers/stripe`,
  destinations: `${api}/destinations`,
  'one-destination': `${api}/destinations/:id`,
  template: `${api}/destinations/template`,
  deliveries: `${api}/deliveries`,
  'one-delivery': `${api}/deliveries/:id`,
  requests: `${api}/deliveries/:id/requests`,
  recoveries: `${api}/recoveries`,
  'one-recovery': `${api}/recoveries/:id`,
  recoverable: `${api}/recoverable`,
  cancellations: `${api}/cancellations`,
  'one-cancellation': `${api}/cancellations/:id`,
  cancellable: `${api}/cancellable`,
  root: '/',
  embed: '/embed.js',
  assets: '/assets/*',
  look: '/assets/look/:name',
  openapi: '/openapi.json',
  'template-schema': '/schemas/destination-template.v1.json',
  docs: '/docs',
  'docs-slash': '/docs/',
  'docs-file': '/docs/static/*',
  'docs-icon': '/docs/static/theme/icon.svg',
  'docs-index': '/docs/static/index.html',
  'docs-script': '/docs/static/swagger-initializer.js',
  'docs-json': '/docs/json',
  'docs-yaml': '/docs/yaml',
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  'sign-in-page': '/console/sign-in',
  code: '/console/sign-in/code',
  forgotten: '/console/sign-in/forgotten',
  'choose-password': '/console/sign-in/password',
  'confirm-email': '/console/sign-in/email',
  'closing-account': '/console/sign-in/closing',
  invitation: '/console/sign-in/invitation',
  'begin-openid': '/console/sign-in/openid',
  'openid-answer': '/console/sign-in/openid/callback',
  'sign-up': '/console/sign-up',
  'open-account': '/console/sign-up/account',
  members: `${api}/members`,
  'notice-choices': `${api}/members/:person/notices`,
  'account-archive': `${api}/export`,
  'stop-notices': '/notices/stop',
  notices: `${api}/notices`,
  invitations: `${api}/invitations`,
};
export const readRows = Object.entries(reads).map(([name, path]): HostileRow => ({
  name,
  // One route serves all pages of the documentation.
  routes: [`GET ${path.startsWith('/docs/') ? '/docs/*' : path}`],
  prepare: () => async (genes) =>
    hostileQuery(genes, path.replace(/:(?:id|name)\b/, 'x'.repeat(20)).replace('*', 'x'), [
      'limit',
      'cursor',
      'status',
      'id',
      'ticket',
      'next',
      'link',
      'invitation',
      'state',
    ]),
}));

/** The forms of people without a session, with the names of their fields. */
const peopleForms: Readonly<Record<string, readonly string[]>> = {
  '/console/sign-in/code': ['code', 'recovery'],
  '/console/sign-in/passkey': ['credential', 'next'],
  '/console/sign-in/passkey/options': ['next'],
  '/console/sign-in/forgotten': ['email'],
  '/console/sign-in/password': ['link', 'password'],
  '/console/sign-in/email': ['link'],
  '/console/sign-in/closing/end': ['_token'],
  '/notices/stop': ['all'],
  '/console/sign-up': ['email'],
  '/console/sign-up/account': ['link', 'name', 'account', 'password', 'time_zone'],
  '/console/sign-in/invitation': ['link', 'as', 'name', 'email', 'password'],
};

/** Everything that is refused before anything is read: without a key, a session, or a path. */
export const anonymousRows: readonly HostileRow[] = [
  {
    name: 'stripe',
    routes: ['POST /hooks/stripe/:account'],
    prepare: () => async (genes) => {
      const path = `/hooks/stripe/${'x'.repeat(20)}`;
      const request = hostileJson(genes, path, (members) => ({ data: members }));
      const digests = `,v1=${'0'.repeat(64)}`.repeat(sized(genes[5], 220));
      const headers = { 'stripe-signature': `t=${Math.floor(Date.now() / 1_000)}${digests}` };
      return { ...request, headers, isAnonymous: true };
    },
  },
  {
    name: 'sign-in',
    routes: ['POST /console/sign-in'],
    prepare: () => async (genes) => ({
      ...hostileSending(genes, '/console/sign-in', ['secret', 'next'], ''),
      headers: { 'sec-fetch-site': 'same-origin' },
    }),
  },
  ...Object.entries(peopleForms).map(([path, names]): HostileRow => ({
    name: `form of ${path}`,
    routes: [`POST ${path}`],
    prepare: () => async (genes) => ({
      ...hostileSending(genes, path, names, ''),
      headers: { 'sec-fetch-site': 'same-origin' },
    }),
  })),
  ...[`${api}/submissions`, '/api/admin/v1/accounts', '/console/forms', '/nowhere'].map(
    (path): HostileRow => ({
      name: `anonymous ${path}`,
      routes: [],
      prepare: () => async (genes) => ({
        ...withHeaders(
          genes,
          says(genes, 11)
            ? hostileJson(genes, path, (members) => members)
            : hostileQuery(genes, path, ['limit', 'cursor']),
        ),
        isAnonymous: true,
      }),
    }),
  ),
];
