import type { FormDefinitions } from '../../log/form-definitions.ts';
import type { CollectionOf } from '../collections.ts';
import type { Aliases } from '../generations/aliases.ts';
import { accounts } from '../read-models/accounts/projection.ts';
import { accountQueries } from '../read-models/accounts/queries.ts';
import { deliveries } from '../read-models/deliveries/projection.ts';
import { deliveryQueries } from '../read-models/deliveries/queries.ts';
import { destinations } from '../read-models/destinations/projection.ts';
import { destinationQueries } from '../read-models/destinations/queries.ts';
import { forms } from '../read-models/forms/projection.ts';
import { formQueries } from '../read-models/forms/queries.ts';
import { keys } from '../read-models/keys/projection.ts';
import { keyQueries } from '../read-models/keys/queries.ts';
import { recoveries } from '../read-models/recoveries/projection.ts';
import { recoveryQueries } from '../read-models/recoveries/queries.ts';
import { submissions } from '../read-models/submissions/projection.ts';
import { submissionQueries } from '../read-models/submissions/queries.ts';
import type { Queries } from './open-queries.ts';

const models = { accounts, deliveries, destinations, forms, keys, recoveries, submissions } as const;

/**
 * A model whose copies can be queried like the model itself. Copies of `erasures` are read only as documents.
 */
export type Copied = keyof typeof models;

type Make = { readonly [M in Copied]: (collectionOf: CollectionOf) => Queries[M] };

const makers = (definitions: FormDefinitions): Make => ({
  accounts: accountQueries,
  deliveries: deliveryQueries,
  destinations: destinationQueries,
  forms: formQueries,
  keys: keyQueries,
  recoveries: recoveryQueries,
  submissions: submissionQueries(definitions),
});

/** Returns the queries of a model, bound to a copy of it; null if no copy of this name is ready. */
export type CopyQueries = <M extends Copied>(model: M, name: string) => Promise<Queries[M] | null>;

export const copyQueries =
  (collectionOf: CollectionOf, aliases: Aliases, definitions: FormDefinitions): CopyQueries =>
  async (model, name) => {
    await aliases.freshCopy(name);
    if (!aliases.copy(models[model], name)) return null;
    return makers(definitions)[model]((projection) =>
      collectionOf(aliases.copy(projection, name) ?? aliases.current(projection)),
    );
  };
