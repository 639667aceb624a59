import type { FormLocale } from '../form/locale.ts';

export type AccountCommand =
  | { type: 'OpenAccount'; accountId: string; name: string; plan: string; at: string }
  | { type: 'RenameAccount'; name: string; at: string }
  | { type: 'ChangePlan'; plan: string; at: string }
  | { type: 'ChangeEmbedding'; origins: readonly string[] | null; at: string }
  /** The checked language and time zone of forms that are created later. */
  | ({ type: 'ChangeLocale'; at: string } & FormLocale)
  /** `limit`: the plan's limit of published forms, null for no limit. */
  | { type: 'GrantPublication'; formId: string; limit: number | null; at: string }
  | { type: 'ReleasePublication'; formId: string; at: string }
  /** `destinationIds`: the destinations that have no grant. Takes effect once. */
  | { type: 'CountDestinations'; destinationIds: readonly string[]; at: string }
  /** `limit`: the plan's limit of destinations. */
  | { type: 'GrantDestination'; destinationId: string; limit: number; at: string }
  | { type: 'ReleaseDestination'; destinationId: string; at: string }
  | { type: 'CloseAccount'; at: string };
