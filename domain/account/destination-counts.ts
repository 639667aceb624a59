import { err, ok } from '../result.ts';
import type { AccountCommand } from './commands.ts';
import type { AccountEvent } from './events.ts';

type DestinationsCommand = Extract<
  AccountCommand,
  { type: 'CountDestinations' | 'GrantDestination' | 'ReleaseDestination' }
>;

/** Decides about the destinations of an account. @param granted those with a grant; null before they were counted */
export function decideDestinations(command: DestinationsCommand, granted: ReadonlySet<string> | null) {
  const { type, at } = command;
  switch (type) {
    case 'CountDestinations': {
      const data = { destinationIds: [...command.destinationIds], at };
      return ok<AccountEvent[]>(granted ? [] : [{ type: 'DestinationsCounted', data }]);
    }
    case 'GrantDestination': {
      const { destinationId, limit } = command;
      const current = granted?.size ?? 0;
      if (granted?.has(destinationId)) return ok([]);
      if (current >= limit)
        return err({ code: 'plan_limit_reached', resource: 'destinations', limit, current } as const);
      return ok<AccountEvent[]>([{ type: 'DestinationGranted', data: { destinationId, at } }]);
    }
    case 'ReleaseDestination': {
      const { destinationId } = command;
      const data = { destinationId, at };
      return ok<AccountEvent[]>(granted?.has(destinationId) ? [{ type: 'DestinationReleased', data }] : []);
    }
    default:
      return type satisfies never;
  }
}
