import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { AccountEvent } from './events.ts';

export type AccountCommand =
  | { type: 'OpenAccount'; accountId: string; name: string; plan: string; at: string }
  | { type: 'ChangePlan'; plan: string; at: string }
  | { type: 'ChangeEmbedding'; origins: readonly string[] | null; at: string }
  /** `limit`: the plan's limit of published forms, null for no limit. */
  | { type: 'GrantPublication'; formId: string; limit: number | null; at: string }
  | { type: 'ReleasePublication'; formId: string; at: string };

export type AccountState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly accountId: string;
      readonly name: string;
      readonly plan: string;
      readonly openedAt: string;
      readonly published: ReadonlySet<string>;
      /** The origins whose pages may show the account's forms; null for all. */
      readonly embedOrigins: readonly string[] | null;
    };

const closed: AccountState = { exists: false };

function decide(command: AccountCommand, state: AccountState) {
  if (command.type === 'OpenAccount') {
    if (state.exists) return err({ code: 'already_exists' } as const);
    const { type: _, ...data } = command;
    return ok<AccountEvent[]>([{ type: 'AccountOpened', data }]);
  }
  if (!state.exists) return err({ code: 'not_found' } as const);
  switch (command.type) {
    case 'ChangePlan':
      if (command.plan === state.plan) return ok([]);
      return ok<AccountEvent[]>([{ type: 'PlanChanged', data: { plan: command.plan, at: command.at } }]);
    case 'ChangeEmbedding':
      return changeEmbedding(command, state.embedOrigins);
    case 'GrantPublication':
      return grant(command, state.published);
    case 'ReleasePublication':
      if (!state.published.has(command.formId)) return ok([]);
      return ok<AccountEvent[]>([
        { type: 'PublicationReleased', data: { formId: command.formId, at: command.at } },
      ]);
    default:
      return command satisfies never;
  }
}

function changeEmbedding(
  { origins, at }: Extract<AccountCommand, { type: 'ChangeEmbedding' }>,
  before: readonly string[] | null,
) {
  if (JSON.stringify(origins) === JSON.stringify(before)) return ok([]);
  const problems = (origins ?? []).flatMap((origin, index) =>
    isOrigin(origin)
      ? []
      : [
          {
            path: `/origins/${index}`,
            code: 'invalid_format' as const,
            message: 'Must be an origin, such as https://www.example.com.',
          },
        ],
  );
  if (problems.length > 0)
    return err({ code: 'invalid_request', message: 'Some origins are invalid.', problems } as const);
  return ok<AccountEvent[]>([{ type: 'EmbeddingChanged', data: { origins: origins && [...origins], at } }]);
}

/**
 * Whether a text is the origin of web pages: scheme, host and perhaps a port, and nothing else. URLs permit hosts with
 * `;`, `,` and `*`, which mean something of their own in a policy for browsers.
 */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(text) &&
  URL.canParse(text) &&
  new URL(text).origin === text;

function grant(
  { formId, limit, at }: Extract<AccountCommand, { type: 'GrantPublication' }>,
  published: ReadonlySet<string>,
) {
  if (published.has(formId)) return ok([]);
  if (limit !== null && published.size >= limit)
    return err({ code: 'plan_limit_reached', limit, current: published.size } as const);
  return ok<AccountEvent[]>([{ type: 'PublicationGranted', data: { formId, at } }]);
}

function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'AccountOpened') {
    const { accountId, name, plan, at: openedAt } = event.data;
    return { exists: true, accountId, name, plan, openedAt, published: new Set(), embedOrigins: null };
  }
  if (!state.exists) return state;
  switch (event.type) {
    case 'PlanChanged':
      return { ...state, plan: event.data.plan };
    case 'EmbeddingChanged':
      return { ...state, embedOrigins: event.data.origins };
    case 'PublicationGranted':
      return { ...state, published: new Set([...state.published, event.data.formId]) };
    case 'PublicationReleased':
      return { ...state, published: new Set([...state.published].filter((id) => id !== event.data.formId)) };
    default:
      return event satisfies never;
  }
}

/** An account: its plan, and the forms with a grant to be published. */
export const account: Decider<AccountState, AccountCommand, AccountEvent, DomainError> = {
  initial: closed,
  decide,
  evolve,
};
