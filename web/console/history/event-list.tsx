import type { Children } from '@kitajs/html';
import { eventEntry } from '../../../projections/queries/event-entry.ts';
import type { ToldEvent } from '../../../projections/queries/worded/told-history.ts';
import type { DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { type LongTexts, openLongTexts } from '../../parts/long-texts.ts';
import { renderInTurns } from '../../parts/render-in-turns.ts';
import { markup } from '../../parts/send-html.ts';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { eventUrl } from '../parts/stream-links.ts';
import { WebhookTree } from '../parts/webhook-tree.tsx';
import { Beginning, Changes } from './changes.tsx';

interface EventsProps {
  /** Newest first. */
  readonly events: readonly ToldEvent[];
  readonly deliveries: readonly DeliveryView[];
  /** The id of the thing that the page is about. */
  readonly about: string;
  /** Whether the visitor may see pages of events. */
  readonly isOperator: boolean;
  readonly isFiltered: boolean;
  /** Returns the data of an event as it is shown. */
  readonly dataOf: (event: ToldEvent['event']) => Promise<object>;
}

interface DetailsProps extends Pick<EventsProps, 'isOperator'> {
  readonly event: ToldEvent['event'];
  readonly data: object;
  readonly longTexts: LongTexts;
}

/** What programs and auditors need of an event: ids, position and its data. */
const EventDetails = ({ event, data, isOperator, longTexts }: DetailsProps) => {
  const { actor, revision, position, correlation_id: request, ...entry } = eventEntry(event, data);
  return (
    <details class="raw">
      <summary safe>{`Details of event ${revision}`}</summary>
      <Facts
        facts={[
          ['Event', isOperator ? <a href={eventUrl(event)}>{entry.type}</a> : <span>{entry.type}</span>],
          ['By', <code safe>{`${actor.kind} ${actor.id}`}</code>],
          ['Position', <code safe>{position}</code>],
          ['Request', <Id id={request} />],
        ]}
      />
      <pre tabindex="0" safe>
        {longTexts.shortened(JSON.stringify(entry.data, null, 2))}
      </pre>
    </details>
  );
};

const EventItem = ({ told, children }: { readonly told: ToldEvent; readonly children?: Children }) => (
  <article>
    <Time at={told.event.recordedAt.toISOString()} />
    {children}
  </article>
);

/** The events as sentences, newest first. They hold up to a megabyte each, and are rendered a few at a time. */
export async function eventList(props: EventsProps): Promise<JSX.Element> {
  const { events, deliveries, about, isOperator, isFiltered, dataOf } = props;
  if (events.length === 0)
    return <Empty title={isFiltered ? 'No event fits these filters.' : 'Nothing has happened yet.'} />;
  const longTexts = openLongTexts();
  const data = await Promise.all(events.map(({ event }) => dataOf(event)));
  const items = await renderInTurns(
    events,
    (told, index) => (
      <li>
        <EventItem told={told}>
          <p>
            <Sentence parts={told.sentence} except={about} />
          </p>
          {told.isBeginning ? (
            <Beginning changes={told.changes} longTexts={longTexts} />
          ) : (
            <Changes changes={told.changes} longTexts={longTexts} />
          )}
          <WebhookTree deliveries={deliveries.filter(({ source }) => source.event_id === told.event.id)} />
          <EventDetails
            event={told.event}
            data={data[index] ?? {}}
            isOperator={isOperator}
            longTexts={longTexts}
          />
        </EventItem>
      </li>
    ),
    longTexts,
  );
  return <ol class="story">{markup(items.join(''))}</ol>;
}
