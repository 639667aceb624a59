import Type, { type Static } from 'typebox';
import { Cursor, Id } from '../../../api/contract/values.ts';
import { deliveryStatuses } from '../../../domain/delivery/state.ts';
import { deliveryKinds } from '../../../domain/destination/events.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Choice } from '../../parts/choice.tsx';
import { beginningOf, Range, rangeNames } from '../parts/ranges.ts';

export const DeliveryQuery = Type.Object({
  account: Type.Optional(Id),
  destination: Type.Optional(Id),
  form: Type.Optional(Id),
  submission: Type.Optional(Id),
  status: Type.Optional(Type.Enum(deliveryStatuses)),
  kind: Type.Optional(Type.Enum(deliveryKinds)),
  range: Type.Optional(Range),
  /** Whether the list follows what happens. */
  live: Type.Optional(Type.Enum(['on'])),
  cursor: Type.Optional(Cursor),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

/** The filters in the form that queries take. */
export function readConditions(query: DeliveryQuery, now: Date) {
  return {
    destinationId: query.destination,
    formId: query.form,
    submissionId: query.submission,
    status: query.status,
    kind: query.kind,
    since: query.range && beginningOf(query.range, now),
  };
}

/** Filters that no control shows, but links of other pages set. */
const HiddenFilters = ({ query }: { readonly query: DeliveryQuery }) => (
  <>
    {(['account', 'form', 'submission'] as const)
      .filter((name) => query[name] !== undefined)
      .map((name) => (
        <input type="hidden" name={name} value={attributeText(query[name] ?? '')} />
      ))}
  </>
);

/** The filters of the delivery log. */
export const DeliveryFilters = ({ query }: { readonly query: DeliveryQuery }) => (
  <form method="get" action="/console/deliveries" class="filters" data-submit-on-change>
    <HiddenFilters query={query} />
    <Choice name="status" label="Status" values={deliveryStatuses} chosen={query.status} />
    <Choice name="kind" label="Event" values={deliveryKinds} chosen={query.kind} />
    <Choice name="range" label="Time" values={rangeNames} chosen={query.range} />
    <label>
      <span>Destination</span>
      <input name="destination" value={query.destination ?? ''} placeholder="Id" />
    </label>
    <label class="check">
      <input type="checkbox" name="live" value="on" checked={query.live === 'on'} />
      <span>Follow</span>
    </label>
    <button type="submit">Filter</button>
  </form>
);
