import { accounts } from '../accounts.ts';
import type { Aliases } from '../aliases.ts';
import { deliveries } from '../deliveries.ts';
import { destinations } from '../destinations.ts';
import { forms } from '../forms.ts';
import { keys } from '../keys.ts';
import type { ReadStore } from '../read-store.ts';
import { recoveries } from '../recoveries.ts';
import { submissions } from '../submissions.ts';
import { accountQueries } from './accounts.ts';
import { deliveryQueries } from './deliveries.ts';
import { destinationQueries } from './destinations.ts';
import { formQueries } from './forms.ts';
import { keyQueries } from './keys.ts';
import type { Queries } from './open-queries.ts';
import { recoveryQueries } from './recoveries.ts';
import { submissionQueries } from './submissions.ts';

const models = { accounts, deliveries, destinations, forms, keys, recoveries, submissions } as const;

/** A model whose copies are asked like itself. What was erased is told by its copies' documents alone. */
export type Copied = keyof typeof models;

const make: { readonly [M in Copied]: (store: ReadStore) => Queries[M] } = {
  accounts: accountQueries,
  deliveries: deliveryQueries,
  destinations: destinationQueries,
  forms: formQueries,
  keys: keyQueries,
  recoveries: recoveryQueries,
  submissions: submissionQueries,
};

/** The questions that a model answers, put to a copy of it; null where there is none of this name that is ready. */
export type CopyQueries = <M extends Copied>(model: M, name: string) => Promise<Queries[M] | null>;

export const copyQueries =
  (store: ReadStore, aliases: Aliases): CopyQueries =>
  async (model, name) => {
    await aliases.freshCopy(name);
    if (!aliases.copy(models[model], name)) return null;
    return make[model]({
      ...store,
      collection: (asked) => store.collection(aliases.copy(asked, name) ?? aliases.current(asked)),
    });
  };
