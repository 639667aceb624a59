import Type from 'typebox';
import { ApiError } from '../../../api/errors/errors.ts';
import { refuseErased } from '../../../api/requests/erased.ts';
import { sentenceOf } from '../../../domain/sentences/sentence-of.ts';
import { eventEntry } from '../../../projections/queries/event-entry.ts';
import { openNames } from '../../../projections/queries/worded/names.ts';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { Sentence } from '../parts/sentence.tsx';
import { pageOfStream, streamUrl } from '../parts/stream-links.ts';
import { namesFor } from '../parts/thing-links.tsx';
import { WebhookTree } from '../parts/webhook-tree.tsx';
import { show } from '../shell.tsx';
import { namesOfEvents } from './event-names.ts';
import { EventTable } from './event-table.tsx';

const shownEvents = 50;
const ByPlace = Type.Object({
  stream: Type.String({ maxLength: 200 }),
  revision: Type.Integer({ minimum: 0 }),
});

/** One event: its data, its metadata, its causes and its effects. */
export function eventPage(
  app: Routes,
  deps: Pick<WebDeps, 'activity' | 'aggregates' | 'deliveries' | 'log' | 'queries'>,
): void {
  const { log, activity, queries } = deps;
  app.get(
    '/console/log/:stream/:revision',
    { config: { operatorsOnly: true }, schema: { params: ByPlace } },
    async (request, reply) => {
      const { stream, revision } = request.params;
      const [, kind, subjectId = ''] = /^(submission|delivery)-(.+)$/.exec(stream) ?? [];
      if (kind === 'submission' || kind === 'delivery') await refuseErased(deps, kind, subjectId);
      const event = await log.readEvent(stream, revision);
      if (!event) throw new ApiError('not_found', { message: `There is no event ${revision} in ${stream}.` });
      const { id, type, position, recorded_at, actor, correlation_id, causation_id, data } =
        eventEntry(event);
      const { accountId } = event.metadata;
      const deliveries = await queries.deliveries.ofSourceEvents([id], shownEvents);
      const names = await namesFor(deps, accountId, deliveries);
      const thingNames = openNames(log);
      const [sentence, account] = await Promise.all([
        thingNames.in(sentenceOf(event), event.position),
        thingNames.now('account', accountId),
      ]);
      const related = activity.recent.newest(
        shownEvents,
        (other) => other.metadata.correlationId === correlation_id && other.id !== id,
      );
      const subject = pageOfStream(stream);
      return show(
        reply,
        {
          title: type,
          account: accountId,
          crumbs: [
            ['Log', '/console/log'],
            [stream, streamUrl(stream)],
          ],
          actions: subject !== null && <a href={subject}>Its page</a>,
        },
        <>
          <p class="lead">
            <Sentence parts={sentence} />
          </p>
          <Facts
            facts={[
              ['Recorded', <Time at={recorded_at} />],
              ['Revision', <span>{revision}</span>],
              ['Position', <span safe>{position}</span>],
              ['By', <code safe>{`${actor.kind} ${actor.id}`}</code>],
              [
                'Account',
                <a href={`/console/accounts/${encodeURIComponent(accountId)}`} safe>
                  {account ?? accountId}
                </a>,
              ],
              ['Caused by', <Id id={causation_id} />],
              ['Correlation id', <Id id={correlation_id} />],
              ['Id', <Id id={id} />],
            ]}
          />
          <h2>Data</h2>
          <pre safe>{JSON.stringify(data, null, 2)}</pre>
          {deliveries.length > 0 && (
            <>
              <h2>Its webhooks</h2>
              <WebhookTree deliveries={deliveries} names={names} />
            </>
          )}
          <h2>In the same request</h2>
          <EventTable
            events={related}
            names={await namesOfEvents(deps, related)}
            empty={<Empty title="No other recent event belongs to this request." />}
          />
        </>,
      );
    },
  );
}
