import type { Aliases } from '../aliases.ts';
import { deliveries } from '../deliveries.ts';
import { forms } from '../forms.ts';
import type { ReadStore } from '../read-store.ts';
import { submissions } from '../submissions.ts';
import { deliveryQueries, type DeliveryQueries } from './deliveries.ts';
import { formQueries, type FormQueries } from './forms.ts';
import { submissionQueries, type SubmissionQueries } from './submissions.ts';

/** What can be asked of copies, by the model that they are copies of. */
interface Copied {
  readonly deliveries: DeliveryQueries;
  readonly forms: FormQueries;
  readonly submissions: SubmissionQueries;
}

const models = { deliveries, forms, submissions } as const;
const make: { readonly [M in keyof Copied]: (store: ReadStore) => Copied[M] } = {
  deliveries: deliveryQueries,
  forms: formQueries,
  submissions: submissionQueries,
};

/** The questions that a model answers, put to a copy of it; null where there is none of this name that is ready. */
export type CopyQueries = <M extends keyof Copied>(model: M, name: string) => Promise<Copied[M] | null>;

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
