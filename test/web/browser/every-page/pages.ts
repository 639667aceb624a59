import type { Things } from './things.ts';

/** An address, with the status that the page has where it is not 200. */
export type Shown = string | readonly [address: string, status: number];

/**
 * The addresses at which each page is looked at: of nothing, of some things, and of many things with long names. A new page gets an
 * entry here, or in `noPages` if it is not a page.
 */
export const pagesOf = (things: Things): Readonly<Record<string, readonly Shown[]>> => ({
  ...pagesOfForms(things),
  ...pagesOfSubmissions(things),
  ...pagesOfWebhooks(things),
  ...pagesOfOperators(things),
  ...publicPages(things),
});

/** The address of a list without an account, with an empty account, and with accounts that have some and many things. */
const list = (path: string, { empty, some, long }: Things): string[] => [
  path,
  ...[empty, some.account, long.account].map((account) => `${path}?account=${account}`),
];

const pagesOfForms = (things: Things): Record<string, readonly Shown[]> => {
  const { some, long, empty, forms } = things;
  const each = (rest = ''): string[] =>
    [forms.bare, some.form, long.form].map((form) => `/console/forms/${form}${rest}`);
  return {
    '/console/forms': list('/console/forms', things),
    '/console/forms/new': [`/console/forms/new?account=${empty}`],
    '/console/forms/:id': [...each(), `/console/forms/${forms.draft}`, ['/console/forms/none', 404]],
    '/console/forms/:id/edit': each('/edit'),
    '/console/forms/:id/preview': each('/preview'),
    '/console/forms/:id/responses': each('/responses'),
    '/console/forms/:id/look': each('/look'),
    '/console/forms/:id/completion': each('/completion'),
    '/console/forms/:id/answers': [
      ...each('/answers'),
      ...each('/answers?days=30&compare=previous').slice(1),
    ],
  };
};

const pagesOfSubmissions = (things: Things): Record<string, readonly Shown[]> => {
  const { some, long, partial, corrected, erased } = things;
  const path = '/console/submissions';
  const one = [some.submission, long.submission];
  return {
    '/console/submissions': [
      ...list(path, things),
      `${path}?account=${some.account}&form=${some.form}`,
      `${path}?account=${long.account}&form=${long.form}`,
      `${path}?account=${some.account}&form=${some.form}&search=nobody&source=api`,
    ],
    '/console/submissions/:id': [
      ...[...one, partial, corrected].map((id) => `${path}/${id}`),
      [`${path}/${erased}`, 410],
    ],
    '/console/submissions/:id/correct': one.map((id) => `${path}/${id}/correct`),
    '/console/forms/:id/submissions/erase': [some.form, long.form].map(
      (form) => `/console/forms/${form}/submissions/erase`,
    ),
    '/console/ask': [
      `/console/ask?action=${path}/${some.submission}/erase`,
      ['/console/ask?action=/console/none', 404],
    ],
  };
};

const pagesOfWebhooks = (things: Things): Record<string, readonly Shown[]> => {
  const { some, long, empty } = things;
  const both = (room: 'deliver' | 'destination' | 'recover', rest = ''): string[] =>
    [some, long].map((of) =>
      room === 'deliver'
        ? `/console/deliveries/${of.delivery}${rest}`
        : room === 'recover'
          ? `/console/recoveries/${of.recovery}${rest}`
          : `/console/destinations/${of.destination}${rest}`,
    );
  return {
    '/console/destinations': list('/console/destinations', things),
    '/console/destinations/new': [`/console/destinations/new?account=${empty}`],
    '/console/destinations/:id': both('destination'),
    '/console/destinations/:id/edit': both('destination', '/edit'),
    '/console/destinations/:id/secret': both('destination', '/secret'),
    '/console/destinations/:id/remove': both('destination', '/remove'),
    '/console/deliveries': [
      ...list('/console/deliveries', things),
      `/console/deliveries?account=${some.account}&live=on`,
      `/console/deliveries?account=${some.account}&destination=nosuch`,
    ],
    '/console/deliveries/:id': both('deliver'),
    '/console/deliveries/:id/cancel': both('deliver', '/cancel'),
    '/console/recoveries': list('/console/recoveries', things),
    '/console/recoveries/new': list('/console/recoveries/new', things),
    '/console/recoveries/:id': both('recover'),
  };
};

const pagesOfOperators = (things: Things): Record<string, readonly Shown[]> => {
  const { some, long, empty, closed, erased, person, erasedPerson, forms } = things;
  const accounts = [empty, some.account, long.account];
  const histories = (kind: 'form' | 'submission' | 'destination' | 'delivery'): string[] =>
    [some[kind], long[kind]].map((id) => `/console/history/${kind}/${id}`);
  return {
    '/console': list('/console', things),
    '/console/sign-in': ['/console/sign-in'],
    // Without a half of a sign-in, the sign-in.
    '/console/sign-in/code': ['/console/sign-in/code'],
    '/console/sign-in/openid': ['/console/sign-in/openid'],
    '/console/sign-in/openid/callback': [['/console/sign-in/openid/callback?state=none', 410]],
    '/console/sign-in/forgotten': ['/console/sign-in/forgotten'],
    '/console/sign-in/password': [['/console/sign-in/password?link=none', 410]],
    '/console/sign-in/email': [['/console/sign-in/email?link=none', 410]],
    '/console/sign-in/closing': [['/console/sign-in/closing?link=none', 410]],
    '/console/sign-in/invitation': [['/console/sign-in/invitation?link=none', 410]],
    '/console/sign-up': ['/console/sign-up'],
    '/console/sign-up/account': [things.signUp, ['/console/sign-up/account?link=none', 410]],
    '/console/invite-owner': ['/console/invite-owner'],
    '/console/session': ['/console/session'],
    // Operators are led to their session.
    '/console/you': ['/console/you'],
    '/console/you/openid': ['/console/you/openid'],
    '/console/you/openid/begin': ['/console/you/openid/begin'],
    '/console/you/notices': ['/console/you/notices'],
    '/console/you/passkeys': ['/console/you/passkeys'],
    // Operators have no passkeys.
    '/console/you/passkeys/:key/remove': [['/console/you/passkeys/0123456789abcdef/remove', 403]],
    '/console/you/second-factor': ['/console/you/second-factor'],
    '/console/you/erase': ['/console/you/erase'],
    '/console/people/:id/erase': [`/console/people/${person}/erase`],
    '/console/people/:id/erasure': [`/console/people/${erasedPerson}/erasure`],
    '/console/overview/plots': ['/console/overview/plots?range=7d'],
    '/console/accounts': ['/console/accounts', '/console/accounts?search=party'],
    '/console/accounts/:id': accounts.map((id) => `/console/accounts/${id}`),
    '/console/accounts/:id/history': accounts.map((id) => `/console/accounts/${id}/history`),
    '/console/accounts/:id/members': accounts.map((id) => `/console/accounts/${id}/members`),
    '/console/accounts/:id/close': [`/console/accounts/${long.account}/close`],
    '/console/accounts/:id/closing': [`/console/accounts/${closed}/closing`],
    '/console/projections': ['/console/projections'],
    '/console/projections/:id': ['/console/projections/forms', '/console/projections/deliveries'],
    '/console/projections/:id/replay': ['/console/projections/forms/replay'],
    '/console/projections/:id/skip': ['/console/projections/forms/skip?event=event-9'],
    '/console/history': ['/console/history', '/console/history?id=nothing'],
    '/console/history/form/:id': [...histories('form'), `/console/history/form/${some.form}?at=1&from=0`],
    '/console/history/submission/:id': [
      ...histories('submission'),
      [`/console/history/submission/${erased}`, 410],
    ],
    '/console/history/destination/:id': histories('destination'),
    '/console/history/delivery/:id': histories('delivery'),
    '/console/history/account/:id': accounts.map((id) => `/console/history/account/${id}`),
    '/console/log': [
      '/console/log',
      `/console/log?account=${some.account}&type=Form`,
      `/console/log?stream=form-${long.form}`,
      '/console/log?stream=form-none',
    ],
    '/console/log/:stream/:revision': [some.form, long.form, forms.draft].map(
      (form) => `/console/log/form-${form}/0`,
    ),
  };
};

const publicPages = ({ some, long, forms, answering }: Things): Record<string, readonly Shown[]> => {
  const { returned, resume, correct, corrected } = answering;
  return {
    '/f/:form': [
      ...[some.form, long.form, forms.arabic].map((form) => `/f/${form}`),
      `/f/${some.form}?a_short_text=Ada`,
      [`/f/${forms.closed}`, 410],
      [`/f/${forms.draft}`, 404],
      ['/f/none', 404],
    ],
    '/f/:form/returned/:page': returned.map((address, index) => [address, index === 0 ? 422 : 200] as const),
    '/notices/stop': [['/notices/stop?link=none', 404]],
    '/f/:form/continue': [resume, [`/f/${some.form}/continue?link=used`, 410]],
    '/f/:form/correct': [correct, [`/f/${some.form}/correct?link=none`, 410]],
    '/f/:form/corrected': [corrected, [`/f/${some.form}/corrected?link=none`, 410]],
    '/f/:form/thanks': [long.form, forms.arabic].map((form) => `/f/${form}/thanks`),
  };
};

/** Routes that answer to GET and are no page of their own, and why. */
export const noPages: Readonly<Record<string, string>> = {
  '/': 'leads to the console',
  '/embed.js': 'a script for pages of others',
  '/files/:token': 'the content of a file',
  '/f/:form/pictures/:picture': 'a picture',
  '/console/forms/:id/pictures/:picture': 'a picture',
  '/console/overview/numbers': 'a part of the overview',
  '/console/overview/activity': 'numbers for the plots of the overview',
  '/console/destinations/template': 'a file',
  '/console/destinations/:id/pings/:delivery': 'a part of the page of the destination',
  '/console/forms/:id/draft': 'what the editor compares itself with',
  '/console/forms/:id/qr.svg': 'a picture',
  '/console/forms/:id/answers/chart.svg': 'a picture',
  '/console/forms/:id/submissions/chosen': 'a file',
  '/console/forms/:id/submissions': 'leads to the list of submissions',
};
/** Downloads. */
export const isFile = (path: string): boolean => /\.(csv|ndjson|xlsx|zip)$/.test(path);
