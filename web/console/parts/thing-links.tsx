import type { WebDeps } from '../../web-deps.ts';

/** The names of destinations and forms by id. */
export interface ThingNames {
  readonly destinations: ReadonlyMap<string, string>;
  readonly forms: ReadonlyMap<string, string>;
}

export const noNames: ThingNames = { destinations: new Map(), forms: new Map() };

/** What names a destination and perhaps a form. */
interface About {
  readonly destination_id: string | null;
  readonly form_id: string | null;
}

/** Looks up the names of the destinations and forms that some records are about. */
export async function namesFor(
  { queries }: Pick<WebDeps, 'queries'>,
  accountId: string | null,
  items: readonly About[],
): Promise<ThingNames> {
  const ids = (member: keyof About) => items.flatMap(({ [member]: id }) => (id === null ? [] : [id]));
  const [destinations, forms] = await Promise.all([
    queries.destinations.labels(accountId, ids('destination_id')),
    queries.forms.titles(accountId, ids('form_id')),
  ]);
  return { destinations, forms };
}

interface LinkProps {
  readonly id: string;
  readonly names: ThingNames;
}

/** A destination by its name. */
export const DestinationLink = ({ id, names: { destinations } }: LinkProps) => {
  const name = destinations.get(id);
  return (
    <a href={`/console/destinations/${id}`} {...(name === undefined && { class: 'quiet' })} safe>
      {name ?? 'removed'}
    </a>
  );
};

/** A form by its title. */
export const FormLink = ({ id, names: { forms } }: LinkProps) => (
  <a href={`/console/forms/${id}`} safe>
    {forms.get(id) ?? id}
  </a>
);
