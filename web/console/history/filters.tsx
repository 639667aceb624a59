import { type EventKind, eventKindNames, eventKinds } from '../../../domain/sentences/event-kinds.ts';
import { Choice } from '../../parts/choice.tsx';
import { type EventFilters, filterQuery } from './query.ts';

interface FilterProps {
  readonly path: string;
  readonly filters: EventFilters;
  /** The people, by the text that the filter sends. */
  readonly people: readonly (readonly [text: string, name: string])[];
  /** The kinds to choose among. */
  readonly kinds: ReadonlySet<EventKind>;
}

/** Chooses events by person, kind and day, and offers those that are chosen as files. */
export const EventFilterForm = ({ path, filters, people, kinds }: FilterProps) => (
  <>
    <form method="get" action={path} class="filters" data-submit-on-change>
      <Choice name="by" label="Person" values={people} chosen={filters.by} none="Everyone" />
      <Choice
        name="kind"
        label="Kind"
        values={eventKinds.filter((kind) => kinds.has(kind)).map((kind) => [kind, eventKindNames[kind]])}
        chosen={filters.kind}
      />
      <label>
        <span>From, in UTC</span>
        <input type="date" name="since" value={filters.since ?? ''} />
      </label>
      <label>
        <span>To</span>
        <input type="date" name="until" value={filters.until ?? ''} />
      </label>
      <button type="submit">Filter</button>
      {filterQuery(filters) !== '' && <a href={path}>Show all</a>}
    </form>
    <p class="downloads">
      Download these events: <a href={`${path}/events.csv${filterQuery(filters)}`}>CSV</a>{' '}
      <a href={`${path}/events.ndjson${filterQuery(filters)}`}>NDJSON</a>
    </p>
  </>
);
