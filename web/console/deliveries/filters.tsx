import Type, { type Static } from 'typebox';
import { Cursor, Id } from '../../../api/contract/values.ts';
import { deliveryStatuses } from '../../../domain/delivery/state.ts';
import { deliveryKinds } from '../../../domain/destination/events.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Choice } from '../../parts/choice.tsx';
import { kindChoices, statusChoices } from '../parts/delivery-words.ts';
import type { Choice as Chosen, Named } from '../parts/named.ts';
import { NamedChoice } from '../parts/named-choice.tsx';
import { beginningOf, Range, rangeChoices } from '../parts/ranges.ts';

/** The id or name of a thing. */
const Name = Type.String({ minLength: 1, maxLength: 300 });

export const DeliveryQuery = Type.Object({
  account: Type.Optional(Id),
  destination: Type.Optional(Name),
  form: Type.Optional(Name),
  submission: Type.Optional(Id),
  status: Type.Optional(Type.Enum(deliveryStatuses)),
  kind: Type.Optional(Type.Enum(deliveryKinds)),
  range: Type.Optional(Range),
  /** Whether the list follows what happens. */
  live: Type.Optional(Type.Enum(['on'])),
  cursor: Type.Optional(Cursor),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

/** The filters that no name stands for, in the form that queries take. */
export function readConditions(query: DeliveryQuery, now: Date) {
  return {
    submissionId: query.submission,
    status: query.status,
    kind: query.kind,
    since: query.range && beginningOf(query.range, now),
  };
}

/** Whether any filter leaves deliveries out. */
export const isFiltered = ({ account: _, live: __, cursor: ___, ...filters }: DeliveryQuery): boolean =>
  Object.keys(filters).length > 0;

interface FiltersProps {
  readonly query: DeliveryQuery;
  readonly account: string | null;
  /** The things of the account; null for the list of all accounts. */
  readonly offered: { readonly destinations: readonly Named[]; readonly forms: readonly Named[] } | null;
  readonly destination: Chosen;
  readonly form: Chosen;
}

/** The filters of the delivery log. */
export const DeliveryFilters = ({ query, account, offered, destination, form }: FiltersProps) => (
  <form method="get" action="/console/deliveries" class="filters" data-submit-on-change>
    {account !== null && <input type="hidden" name="account" value={attributeText(account)} />}
    {query.submission !== undefined && (
      <input type="hidden" name="submission" value={attributeText(query.submission)} />
    )}
    <Choice name="status" label="Status" values={statusChoices} chosen={query.status} />
    {offered ? (
      <>
        <NamedChoice
          name="destination"
          label="Destination"
          offered={offered.destinations}
          choice={destination}
        />
        <NamedChoice name="form" label="Form" offered={offered.forms} choice={form} />
      </>
    ) : (
      (['destination', 'form'] as const)
        .filter((name) => query[name] !== undefined)
        .map((name) => <input type="hidden" name={name} value={attributeText(query[name] ?? '')} />)
    )}
    <Choice name="kind" label="Event" values={kindChoices} chosen={query.kind} />
    <Choice name="range" label="Time" values={rangeChoices} chosen={query.range} />
    <label class="check">
      <input type="checkbox" name="live" value="on" checked={query.live === 'on'} />
      <span>Follow</span>
    </label>
    <button type="submit">Filter</button>
  </form>
);
