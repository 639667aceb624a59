import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readableBy } from '../../../api/auth/owners.ts';
import { ById, Id as IdText, Timestamp } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import type { DescribedChoice } from '../../../domain/destination/describe-choice.ts';
import { choicesOf } from '../../../projections/read-models/destinations/described-choices.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { waitingFor } from '../../../projections/read-models/recoveries/count-recoverable.ts';
import { Id } from '../../parts/id.tsx';
import { sendHtml } from '../../parts/send-html.ts';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { kindLabels } from '../parts/delivery-words.ts';
import { Range } from '../parts/ranges.ts';
import type { Routes } from '../parts/routes.ts';
import { FormLink, namesFor, type ThingNames } from '../parts/thing-links.tsx';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { DestinationActions } from './actions.tsx';
import { ChoiceWarnings, ChosenQuestions } from './choice.tsx';
import { findDestination } from './find.ts';
import { MissedNotice, readMissed } from './missed.tsx';
import { hasArrived, PingResult } from './ping.tsx';
import { RecentDeliveries } from './recent.tsx';
import { DestinationStatus, isFailing, signatureLabels } from './status.tsx';
import { readTraffic, TrafficSection } from './traffic.tsx';
import { SendWaiting } from './waiting.tsx';

const path = '/console/destinations';
const shownDeliveries = 10;

interface FactsProps {
  readonly request: FastifyRequest;
  readonly destination: DestinationView;
  readonly choice: DescribedChoice | undefined;
  readonly names: ThingNames;
}

const DestinationFacts = ({ request, destination, choice, names }: FactsProps) => {
  const { form_id: formId, rate_per_second: rate } = destination;
  const { previous_secret_until: former } = destination;
  return (
    <Facts
      facts={[
        ['Address', <code safe>{destination.url}</code>],
        ['Events', <span safe>{destination.events.map((kind) => kindLabels[kind]).join(', ')}</span>],
        ['Form', formId === null ? <span>Every form</span> : <FormLink id={formId} names={names} />],
        ['Answers that are sent', <ChosenQuestions choice={choice} />],
        ['Signature', <span safe>{signatureLabels[destination.signature]}</span>],
        ['Concurrent requests', <span>{destination.concurrency}</span>],
        ['Requests per second', <span safe>{rate === null ? 'No limit' : `At most ${rate}`}</span>],
        ...(former === null
          ? []
          : [['The previous secret remains valid until', <Time at={former} />] as const]),
        ['Added', <Time at={destination.created_at} />],
        ['Last change', <Time at={destination.updated_at} />],
        ...(visitorIn(request).person
          ? [['Mail when it fails', <a href="/console/you/notices">Choose your notices</a>] as const]
          : []),
        ['Id', <Id id={destination.id} />],
        [
          'History',
          <a href={`/console/history/destination/${destination.id}`}>
            Every change, and the settings at any time
          </a>,
        ],
      ]}
    />
  );
};

/** The id becomes a part of addresses. */
const PingId = Type.String({ pattern: '^[\\w-]{1,100}$' });

const DestinationQuery = Type.Object({
  range: Type.Optional(Range),
  /** The delivery of a test whose answer is shown. */
  ping: Type.Optional(PingId),
  /** The time since which the destination has missed webhooks; set by the page that enabled it. */
  missed: Type.Optional(Timestamp),
});

/** One destination: its settings, its health, what it missed, and its latest deliveries. */
export function destinationPage(app: Routes, deps: Pick<WebDeps, 'log' | 'now' | 'queries'>): void {
  const { queries, now } = deps;
  const config = { scope: 'webhooks:read' } as const;

  /** A test of a destination; null until it is in the delivery log. @throws ApiError for any other delivery */
  async function findPing(request: FastifyRequest, id: string, deliveryId: string) {
    const delivery = await queries.deliveries.get(readableBy(request), deliveryId);
    if (delivery && (delivery.destination_id !== id || delivery.kind !== 'ping'))
      throw new ApiError('not_found', { message: `There is no test ${deliveryId} of this destination.` });
    return delivery;
  }

  /** Offers to send what waits, once a test has arrived. */
  async function renderOffer(
    request: FastifyRequest,
    destination: DestinationView,
    ping: Awaited<ReturnType<typeof findPing>>,
  ) {
    if (!hasArrived(ping)) return <></>;
    const waiting = await waitingFor(queries.recoveries, destination.account_id, destination.id, now());
    return <SendWaiting request={request} destination={destination} waiting={waiting} />;
  }

  app.get(
    `${path}/:id/pings/:delivery`,
    { config, schema: { params: Type.Object({ id: IdText, delivery: PingId }) } },
    async (request, reply) => {
      const { id, delivery: deliveryId } = request.params;
      if (request.headers['hx-request'] !== 'true')
        return reply.redirect(
          `${path}/${encodeURIComponent(id)}?ping=${encodeURIComponent(deliveryId)}`,
          303,
        );
      const delivery = await findPing(request, id, deliveryId);
      const safeOffer = await renderOffer(request, await findDestination(deps, request, id), delivery);
      const props = { destinationId: id, deliveryId, delivery, safeOffer };
      return sendHtml(reply, <PingResult {...props} />);
    },
  );

  app.get(
    `${path}/:id`,
    { config, schema: { params: ById, querystring: DestinationQuery } },
    async (request, reply) => {
      const { id } = request.params;
      const { range = '24h', ping: pingId, missed: since } = request.query;
      const destination = await findDestination(deps, request, id);
      const { account_id: account, label } = destination;
      const about = { destination_id: null, form_id: destination.form_id };
      const [traffic, attempts, missed, recent, ping, [choice], names] = await Promise.all([
        readTraffic(deps, id, range),
        queries.attention.failuresOf(id),
        readMissed(queries.recoveries, destination, { since, now: now() }),
        queries.deliveries.list(account, { destinationId: id, limit: shownDeliveries }),
        pingId === undefined ? null : findPing(request, id, pingId),
        choicesOf(deps.queries, [destination]),
        namesFor(deps, account, [about]),
      ]);
      const safeOffer = await renderOffer(request, destination, ping);
      const failures = { attempts, deliveries: traffic.health.failuresInARow };
      const mayWrite = visitorIn(request).hasScope('webhooks:write');
      return show(
        reply,
        {
          title: label,
          account,
          crumbs: [['Destinations', ofAccount(path, account)]],
          actions: <DestinationActions request={request} destination={destination} />,
        },
        <>
          <p class="lead">
            <DestinationStatus destination={destination} failures={failures} />
          </p>
          {destination.enabled && mayWrite && isFailing(failures) && (
            <p class="quiet">
              Mend the receiver, then send a test. If it arrives, you can send everything that waits at once.
            </p>
          )}
          <ChoiceWarnings choice={choice} />
          {missed ? <MissedNotice request={request} destination={destination} missed={missed} /> : <></>}
          {pingId === undefined ? (
            <div id="ping" />
          ) : (
            <PingResult destinationId={id} deliveryId={pingId} delivery={ping} safeOffer={safeOffer} />
          )}
          <TrafficSection
            destination={destination}
            traffic={traffic}
            isRecoverable={destination.enabled && mayWrite}
          />
          <h2>Latest deliveries</h2>
          <RecentDeliveries request={request} destination={destination} items={recent.items} />
          <h2>Settings</h2>
          <DestinationFacts request={request} destination={destination} choice={choice} names={names} />
        </>,
      );
    },
  );
}
