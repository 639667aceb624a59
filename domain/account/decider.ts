import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { changedLocale, localeAfter } from '../form/locale.ts';
import { err, ok } from '../result.ts';
import type { AccountCommand } from './commands.ts';
import { decideDestinations } from './destination-counts.ts';
import { changeEmbedding } from './embedding.ts';
import type { AccountEvent } from './events.ts';

export type AccountState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly accountId: string;
      readonly name: string;
      readonly plan: string;
      readonly openedAt: string;
      readonly published: ReadonlySet<string>;
      /** The destinations with a grant; null until those of earlier releases are counted. */
      readonly destinations: ReadonlySet<string> | null;
      /** The origins whose pages may show the account's forms; null for all. */
      readonly embedOrigins: readonly string[] | null;
      /** The language and the time zone of a form that is created without its own. */
      readonly language?: string;
      readonly timeZone?: string;
      /** When it was closed for good; null while it is open. */
      readonly closedAt: string | null;
    };

export type ExistingAccount = Extract<AccountState, { exists: true }>;

const noAccount: AccountState = { exists: false };

function decide(command: AccountCommand, state: AccountState) {
  if (command.type === 'OpenAccount') {
    if (state.exists) return err({ code: 'already_exists' } as const);
    const { type: _, ...data } = command;
    return ok<AccountEvent[]>([{ type: 'AccountOpened', data }]);
  }
  if (!state.exists) return err({ code: 'not_found' } as const);
  if (command.type === 'CloseAccount')
    return ok<AccountEvent[]>(
      state.closedAt === null ? [{ type: 'AccountClosed', data: { at: command.at } }] : [],
    );
  if (state.closedAt !== null) return isRelease(command) ? ok([]) : err({ code: 'account_closed' } as const);
  switch (command.type) {
    case 'RenameAccount':
      if (command.name === state.name) return ok([]);
      return ok<AccountEvent[]>([{ type: 'AccountRenamed', data: { name: command.name, at: command.at } }]);
    case 'ChangePlan':
      if (command.plan === state.plan) return ok([]);
      return ok<AccountEvent[]>([{ type: 'PlanChanged', data: { plan: command.plan, at: command.at } }]);
    case 'ChangeEmbedding':
      return changeEmbedding(command, state.embedOrigins);
    case 'ChangeLocale':
      return changeLocale(command, state);
    case 'GrantPublication':
      return grant(command, state.published);
    case 'ReleasePublication':
      if (!state.published.has(command.formId)) return ok([]);
      return ok<AccountEvent[]>([
        { type: 'PublicationReleased', data: { formId: command.formId, at: command.at } },
      ]);
    case 'CountDestinations':
    case 'GrantDestination':
    case 'ReleaseDestination':
      return decideDestinations(command, state.destinations);
    default:
      return command satisfies never;
  }
}

type Release = Extract<AccountCommand, { type: 'ReleasePublication' | 'ReleaseDestination' }>;

/** What is given up needs no event in a closed account, whose limits no longer matter. */
const isRelease = (command: AccountCommand): command is Release =>
  command.type === 'ReleasePublication' || command.type === 'ReleaseDestination';

function changeLocale(
  { type: _, at, ...locale }: Extract<AccountCommand, { type: 'ChangeLocale' }>,
  state: ExistingAccount,
) {
  const changes = changedLocale(state, locale);
  if (Object.keys(changes).length === 0) return ok([]);
  return ok<AccountEvent[]>([{ type: 'LocaleChanged', data: { ...changes, at } }]);
}

function grant(
  { formId, limit, at }: Extract<AccountCommand, { type: 'GrantPublication' }>,
  published: ReadonlySet<string>,
) {
  if (published.has(formId)) return ok([]);
  if (limit !== null && published.size >= limit)
    return err({
      code: 'plan_limit_reached',
      resource: 'published_forms',
      limit,
      current: published.size,
    } as const);
  return ok<AccountEvent[]>([{ type: 'PublicationGranted', data: { formId, at } }]);
}

function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'AccountOpened') {
    const { accountId, name, plan, at: openedAt } = event.data;
    return {
      exists: true,
      accountId,
      name,
      plan,
      openedAt,
      published: new Set(),
      destinations: null,
      embedOrigins: null,
      closedAt: null,
    };
  }
  if (!state.exists) return state;
  switch (event.type) {
    case 'AccountRenamed':
      return { ...state, name: event.data.name };
    case 'PlanChanged':
      return { ...state, plan: event.data.plan };
    case 'EmbeddingChanged':
      return { ...state, embedOrigins: event.data.origins };
    case 'LocaleChanged': {
      const { language: _, timeZone: __, ...others } = state;
      return { ...others, ...localeAfter(state, event.data) };
    }
    case 'PublicationGranted':
      return { ...state, published: new Set([...state.published, event.data.formId]) };
    case 'PublicationReleased':
      return { ...state, published: new Set([...state.published].filter((id) => id !== event.data.formId)) };
    case 'DestinationsCounted':
      return {
        ...state,
        destinations: new Set([...(state.destinations ?? []), ...event.data.destinationIds]),
      };
    case 'DestinationGranted':
      return { ...state, destinations: new Set([...(state.destinations ?? []), event.data.destinationId]) };
    case 'AccountClosed':
      return { ...state, closedAt: event.data.at };
    case 'DestinationReleased': {
      const others = [...(state.destinations ?? [])].filter((id) => id !== event.data.destinationId);
      return { ...state, destinations: new Set(others) };
    }
    default:
      return event satisfies never;
  }
}

/** An account: its plan, the forms with a grant to be published, and its destinations. */
export const account: Decider<AccountState, AccountCommand, AccountEvent, DomainError> = {
  initial: noAccount,
  decide,
  evolve,
};
