import type { ApiDeps } from '../api/api-deps.ts';
import type { ReturnedPages } from '../coordination/returned-pages.ts';
import type { SpentTokens } from '../coordination/spent-tokens.ts';
import type { OpenIdProvider } from '../openid/provider.ts';
import type { DueQueries } from '../projections/read-models/deliveries/due-deliveries.ts';
import type { ServiceActivity } from './console/overview/activity.ts';

/** The dependencies of the pages: those of the API, and the sessions'. */
export interface WebDeps extends ApiDeps {
  readonly returnedPages: ReturnedPages;
  readonly spentTokens: SpentTokens;
  /** The provider with which people sign in; null without one in the settings. */
  readonly openid: OpenIdProvider | null;
  /** The names of the read models. */
  readonly readModels: readonly string[];
  /** The deliveries that are due. */
  readonly queue: Pick<DueQueries, 'depth'>;
  readonly activity: ServiceActivity;
  /** The time in ms below which a submitted form is taken for a machine's work. */
  readonly minFormMs?: number;
}
