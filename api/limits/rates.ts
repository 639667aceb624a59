import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import type { ApiError } from '../errors/errors.ts';
import { networkOf } from './network.ts';
import { rateHeaders, rateLimited, type RatePolicy } from './rate-headers.ts';
import { type FormRates, openRateWindows, type RateLimit } from './rate-windows.ts';
import { openSharedWindows } from './shared-windows.ts';

/** Request limits: of each key by its plan, of each operator, and of each address without a valid key. */
export interface Rates {
  /** Says how a key stands, and counts nothing. */
  setKeyHeaders(reply: FastifyReply, keyId: string, limit: RateLimit): void;
  /** Counts a request of a key. @throws ApiError `rate_limited` */
  countKey(reply: FastifyReply, keyId: string, limit: RateLimit): Promise<void>;
  /** Says how an operator stands, and counts nothing. */
  setOperatorHeaders(reply: FastifyReply, operatorId: string): void;
  /** Counts a request of an operator. @throws ApiError `rate_limited` */
  countOperator(reply: FastifyReply, operatorId: string): Promise<void>;
  /** Counts a request without a valid key. @throws ApiError `rate_limited` */
  countAddress(reply: FastifyReply, address: string): void;
  /** Refuses an address that is at its limit, and counts nothing. @throws ApiError `rate_limited` */
  refuseBlocked(reply: FastifyReply, address: string): void;
  /** Counts the page of a form that a browser asks for. @throws ApiError `rate_limited` */
  countFormPage(address: string): void;
  /** Counts a picture of a form's pages, of which each page has two at most. @throws ApiError `rate_limited` */
  countFormPicture(address: string): void;
  /**
   * Counts a form that a browser sends, accepted or refused. Forms of an address that has made too many submissions are
   * still read, to keep their texts on the page of the refusal; of those beyond the limit of attempts, a few.
   * @returns the refusal of a form that may be read; null within the limits
   * @throws ApiError `rate_limited` for a form that is not to be read
   */
  countForm(address: string): ApiError | null;
  /** Counts a form that a browser saves, like `countForm`. */
  countFormSave(address: string): ApiError | null;
  /** Whether the page of a refusal may be kept for its browser; counts it. */
  mayKeepPage(address: string): boolean;
  /** Counts a form that has become a submission. */
  countSubmission(address: string): void;
  /** Refuses an address that asked for too many forms that do not exist; counts nothing. @throws ApiError `rate_limited` */
  mayTryForm(address: string): void;
  /** Counts a request for a form that does not exist. */
  countUnknownForm(address: string): void;
  /** Counts a guess of a person's password or code, from whatever address. @throws ApiError `rate_limited` */
  countGuess(person: string): Promise<void>;
  /** Counts a code of a person's second factor, from whatever address. @throws ApiError `rate_limited` */
  countCode(personId: string): Promise<void>;
  /** Whether another mail may be sent to somebody who has not signed in; counts it. */
  mayMail(recipient: string): Promise<boolean>;
  /** Counts a mail like `mayMail`. @throws ApiError `rate_limited` */
  countMail(recipient: string): Promise<void>;
  /** Counts a link to sign up that is asked for, or a request to open an account with one. @throws ApiError `rate_limited` */
  countSignUp(address: string, step: 'account' | 'link'): void;
  /**
   * Whether the log may be read for an unknown key. An address within its limit may always ask; all others share a
   * budget, because the form of a key is public and each random key costs a read.
   */
  mayLookUp(address: string): boolean;
  /** The rate headers of an answer to a request without a key or operator. */
  headersOf(address: string): Readonly<Record<string, string>>;
}

/** The limit of an address that sends no valid key. */
const withoutKey: RateLimit = { requests: 30, window_s: 60 };
const defaultFormRates: FormRates = {
  pages: 1_200,
  submissions: 300,
  attempts: 1_200,
  saves: 2_400,
  unknown: 60,
};
const inMinute = (requests: number): RateLimit => ({ requests, window_s: 60 });
/** A page of a form has so many pictures at most. */
const picturesOfPage = 2;
/** The forms beyond the limit of an address whose texts are kept. */
const keptForms = inMinute(30);
/** The pages of refusals that have an address of their own. */
const keptPages = inMinute(120);
/** The reads of unknown keys for all addresses beyond their limit. */
const lookUps: RateLimit = { requests: 20, window_s: 1 };
/** The guesses of one person's password, from all addresses. A link by mail lets the person in meanwhile. */
const guesses: RateLimit = { requests: 20, window_s: 900 };
/** The codes that may be entered for one person: of a million, three are right at a time. Recovery codes count as passwords. */
const codes: RateLimit = { requests: 50, window_s: 86_400 };
/** The mails to one recipient that strangers can cause. */
const mails: RateLimit = { requests: 5, window_s: 3_600 };
/** The links to sign up that an address of the network asks for, and as many requests to open an account. */
const signUps: RateLimit = { requests: 20, window_s: 3_600 };
/** The limit of an operator: above the needs of a person or a script, below the rate of an endless loop. */
const defaultOperatorRate: RateLimit = { requests: 6_000, window_s: 60 };

export function openRates({
  rateLedger,
  now,
  operatorRate = defaultOperatorRate,
  formRates = defaultFormRates,
}: Pick<ApiDeps, 'rateLedger' | 'now' | 'operatorRate' | 'formRates'>): Rates {
  const clock = () => now().getTime();
  const addresses = openRateWindows(clock);
  const budgets = openRateWindows(clock);
  const browsers = openRateWindows(clock);
  const forms = {
    pages: inMinute(formRates.pages),
    pictures: inMinute(formRates.pages * picturesOfPage),
    submissions: inMinute(formRates.submissions),
    attempts: inMinute(formRates.attempts),
    saves: inMinute(formRates.saves),
    unknown: inMinute(formRates.unknown),
  };
  const shared = openSharedWindows(openRateWindows(clock), rateLedger, clock);

  const setHeaders = (reply: FastifyReply, policy: RatePolicy, name: string, limit: RateLimit) =>
    void reply.headers(rateHeaders(policy, limit, shared.peek(name, limit), clock()));

  /** Returns the refusal of a form whose texts are kept on the page; throws it if they are not to be read. */
  function refusalThatKeeps(network: string, refusal: ApiError): ApiError {
    if (browsers.admit(`kept ${network}`, keptForms).admitted) return refusal;
    throw refusal;
  }

  async function countShared(name: string, limit: RateLimit): Promise<void> {
    const state = await shared.admit(name, limit);
    if (!state.admitted) throw rateLimited(state, clock());
  }

  async function count(reply: FastifyReply, policy: RatePolicy, name: string, limit: RateLimit) {
    const state = await shared.admit(name, limit);
    const at = clock();
    reply.headers(rateHeaders(policy, limit, state, at));
    if (!state.admitted) throw rateLimited(state, at);
  }

  return {
    setKeyHeaders: (reply, keyId, limit) => setHeaders(reply, 'key', keyId, limit),
    countKey: (reply, keyId, limit) => count(reply, 'key', keyId, limit),
    setOperatorHeaders: (reply, id) => setHeaders(reply, 'operator', `operator-${id}`, operatorRate),
    countOperator: (reply, id) => count(reply, 'operator', `operator-${id}`, operatorRate),
    countAddress(reply, address) {
      const state = addresses.admit(networkOf(address), withoutKey);
      const at = clock();
      reply.headers(rateHeaders('address', withoutKey, state, at));
      if (!state.admitted) throw rateLimited(state, at);
    },
    refuseBlocked(reply, address) {
      const state = addresses.peek(networkOf(address), withoutKey);
      if (state.remaining > 0) return;
      const at = clock();
      reply.headers(rateHeaders('address', withoutKey, state, at));
      throw rateLimited(state, at);
    },
    countFormPage(address) {
      const state = browsers.admit(`pages ${networkOf(address)}`, forms.pages);
      if (!state.admitted) throw rateLimited(state, clock());
    },
    countFormPicture(address) {
      const state = browsers.admit(`pictures ${networkOf(address)}`, forms.pictures);
      if (!state.admitted) throw rateLimited(state, clock());
    },
    countForm(address) {
      const network = networkOf(address);
      const attempts = browsers.admit(`attempts ${network}`, forms.attempts);
      if (attempts.admitted) {
        const submissions = browsers.peek(`submissions ${network}`, forms.submissions);
        return submissions.remaining > 0 ? null : rateLimited(submissions, clock());
      }
      return refusalThatKeeps(network, rateLimited(attempts, clock()));
    },
    countFormSave(address) {
      const network = networkOf(address);
      const state = browsers.admit(`saves ${network}`, forms.saves);
      return state.admitted ? null : refusalThatKeeps(network, rateLimited(state, clock()));
    },
    mayKeepPage: (address) => browsers.admit(`returned ${networkOf(address)}`, keptPages).admitted,
    countSubmission: (address) => void browsers.admit(`submissions ${networkOf(address)}`, forms.submissions),
    mayTryForm(address) {
      const state = browsers.peek(`unknown ${networkOf(address)}`, forms.unknown);
      if (state.remaining === 0) throw rateLimited(state, clock());
    },
    countUnknownForm: (address) => void browsers.admit(`unknown ${networkOf(address)}`, forms.unknown),
    countGuess: (person) => countShared(`guess-${person}`, guesses),
    countCode: (personId) => countShared(`code-${personId}`, codes),
    mayMail: async (recipient) => (await shared.admit(`mail-${recipient}`, mails)).admitted,
    async countMail(recipient) {
      const state = await shared.admit(`mail-${recipient}`, mails);
      if (!state.admitted) throw rateLimited(state, clock(), 'The address got several mails within an hour.');
    },
    countSignUp(address, step) {
      const state = browsers.admit(`sign-up ${step} ${networkOf(address)}`, signUps);
      if (!state.admitted) throw rateLimited(state, clock());
    },
    mayLookUp: (address) =>
      addresses.peek(networkOf(address), withoutKey).remaining > 0 ||
      budgets.admit('look-ups', lookUps).admitted,
    headersOf: (address) =>
      rateHeaders('address', withoutKey, addresses.peek(networkOf(address), withoutKey), clock()),
  };
}

/** Puts the headers on every answer that has none yet: of paths that take no key, and of failures before it. */
export function setRateHeaders(app: FastifyInstance, rates: Rates): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('x-ratelimit-limit')) reply.headers(rates.headersOf(request.ip));
    done(null, payload);
  });
}
