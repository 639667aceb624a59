import type { Children } from '@kitajs/html';
import { eventEntry } from '../../../projections/queries/event-entry.ts';
import type { WordedEvent } from '../../../projections/queries/worded/worded-history.ts';
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
import type { ThingNames } from '../parts/thing-links.tsx';
import { WebhookTree } from '../parts/webhook-tree.tsx';
import { Beginning, Changes } from './changes.tsx';

interface EventsProps {
  /** Newest first. */
  readonly events: readonly WordedEvent[];
  readonly deliveries: readonly DeliveryView[];
  /** The names of the destinations of the deliveries. */
  readonly names: ThingNames;
  /** The id of the thing that the page is about. */
  readonly about: string;
  /** Whether the visitor may see pages of events. */
  readonly isOperator: boolean;
  readonly isFiltered: boolean;
  /** Returns the data of an event as it is shown. */
  readonly dataOf: (event: WordedEvent['event']) => Promise<object>;
}

interface DetailsProps extends Pick<EventsProps, 'isOperator'> {
  readonly event: WordedEvent['event'];
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

const EventItem = ({ worded, children }: { readonly worded: WordedEvent; readonly children?: Children }) => (
  <article>
    <Time at={worded.event.recordedAt.toISOString()} />
    {children}
  </article>
);

/** The events as sentences, newest first. They hold up to a megabyte each, and are rendered a few at a time. */
export async function eventList(props: EventsProps): Promise<JSX.Element> {
  const { events, deliveries, names, about, isOperator, isFiltered, dataOf } = props;
  if (events.length === 0)
    return <Empty title={isFiltered ? 'No event fits these filters.' : 'Nothing has happened yet.'} />;
  const longTexts = openLongTexts();
  const data = await Promise.all(events.map(({ event }) => dataOf(event)));
  const items = await renderInTurns(
    events,
    (worded, index) => (
      <li>
        <EventItem worded={worded}>
          <p>
            <Sentence parts={worded.sentence} except={about} />
          </p>
          {worded.isBeginning ? (
            <Beginning changes={worded.changes} longTexts={longTexts} />
          ) : (
            <Changes changes={worded.changes} longTexts={longTexts} />
          )}
          <WebhookTree
            deliveries={deliveries.filter(({ source }) => source.event_id === worded.event.id)}
            names={names}
          />
          <EventDetails
            event={worded.event}
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
