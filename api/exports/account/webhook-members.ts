import { withoutErasing } from '../../../projections/queries/open-erasures.ts';
import { heldAmong } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import { choicesOf } from '../../../projections/read-models/destinations/described-choices.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { itemOf } from '../../responses/deliveries.ts';
import { fromView } from '../../responses/destinations.ts';
import { everyPage } from './every-page.ts';

type Deps = Pick<ApiDeps, 'aggregates' | 'budgetWaits' | 'now' | 'queries'>;

/** Yields the destinations of an account as lines of JSON, newest first, without secrets. */
export async function* destinationLines({ queries }: Deps, accountId: string): AsyncGenerator<string> {
  for await (const page of everyPage((request) => queries.destinations.list(accountId, request))) {
    const choices = await choicesOf(queries, page);
    for (const [index, view] of page.entries()) {
      const choice = choices[index];
      if (choice) yield `${JSON.stringify(fromView(view, choice))}\n`;
    }
  }
}

/** Yields the delivery log of an account as lines of JSON, newest first, without what is about erased submissions. */
export async function* deliveryLines(deps: Deps, accountId: string): AsyncGenerator<string> {
  for await (const page of everyPage((request) => deps.queries.deliveries.list(accountId, request))) {
    const shown = await withoutErasing(deps.aggregates, page, ({ submission_id: about }) => about);
    const item = itemOf(await heldAmong(deps, shown), true);
    for (const delivery of shown) yield `${JSON.stringify(item(delivery))}\n`;
  }
}
