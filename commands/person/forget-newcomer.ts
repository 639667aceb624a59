import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { rolesOf } from '../membership/read-members.ts';
import { erasePerson } from './erase-person.ts';
import { personWithId } from './find-person.ts';

/**
 * Erases a person who was registered to enter an account and was refused there. A person who is a member of an account by now stays.
 * @throws LogUnavailable
 */
export async function forgetNewcomer(
  deps: Pick<CommandDeps, 'aggregates' | 'log' | 'now'>,
  personId: string,
  { requestKey: _, ...context }: CommandContext,
): Promise<void> {
  const present = await personWithId(deps, personId);
  if (present && (await rolesOf(deps, present)).length === 0) await erasePerson(deps, personId, context);
}
