import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { ApiKeyEvent, Scope } from './events.ts';

export type ApiKeyCommand =
  | {
      type: 'IssueApiKey';
      keyId: string;
      accountId: string;
      name: string;
      hash: string;
      scopes: Scope[];
      expiresAt: string | null;
      at: string;
    }
  | { type: 'RevokeApiKey'; at: string };

export type ApiKeyState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly keyId: string;
      readonly accountId: string;
      readonly name: string;
      readonly hash: string;
      readonly scopes: readonly Scope[];
      readonly expiresAt: string | null;
      readonly revokedAt: string | null;
    };

function decide(command: ApiKeyCommand, state: ApiKeyState) {
  switch (command.type) {
    case 'IssueApiKey': {
      if (state.exists) return err({ code: 'already_exists' } as const);
      const { type: _, ...data } = command;
      return ok<ApiKeyEvent[]>([{ type: 'ApiKeyIssued', data }]);
    }
    case 'RevokeApiKey':
      if (!state.exists) return err({ code: 'not_found' } as const);
      if (state.revokedAt !== null) return ok([]);
      return ok<ApiKeyEvent[]>([{ type: 'ApiKeyRevoked', data: { at: command.at } }]);
    default:
      return command satisfies never;
  }
}

function evolve(state: ApiKeyState, event: ApiKeyEvent): ApiKeyState {
  switch (event.type) {
    case 'ApiKeyIssued': {
      const { at: _, ...key } = event.data;
      return { exists: true, ...key, revokedAt: null };
    }
    case 'ApiKeyRevoked':
      return state.exists ? { ...state, revokedAt: event.data.at } : state;
    default:
      return event satisfies never;
  }
}

/** An API key: issued once, revoked once. Its expiry depends on the clock, so readers compare it. */
export const apiKey: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
};
