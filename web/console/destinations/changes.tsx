import type { FastifyRequest } from 'fastify';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { valueOf } from '../../../api/errors/errors.ts';
import {
  disableDestination,
  enableDestination,
  pingDestination,
  removeDestination,
} from '../../../commands/destination/change-destination.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { sendHtml } from '../../parts/send-html.ts';
import type { WebDeps } from '../../web-deps.ts';
import { requireWriter } from '../parts/require-writer.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';
import { crumbsOf, findDestination } from './find.ts';
import { PingResult } from './ping.tsx';
import { missedSince } from './status.tsx';

const path = '/console/destinations';

const Removal = ({
  request,
  destination,
}: {
  readonly request: FastifyRequest;
  readonly destination: DestinationView;
}) => (
  <form method="post" action={`${path}/${destination.id}/remove`} class="editor">
    <FormToken request={request} />
    <p>
      <strong safe>{destination.label}</strong> at <code safe>{destination.url}</code> receives nothing more,
      and deliveries that wait for it are cancelled. Its history stays. A removed destination cannot be
      brought back; to stop it for a while, disable it.
    </p>
    <div class="buttons">
      <button type="submit" class="danger">
        Remove for good
      </button>
      <a href={`${path}/${destination.id}`}>Keep it</a>
    </div>
  </form>
);

/** Enables, disables, tests and removes destinations. */
export function destinationChanges(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'destinationGrants' | 'newId' | 'now' | 'queries'>,
): void {
  const { aggregates, queries } = deps;
  const options = { config: { scope: 'webhooks:write' }, schema: { params: ById } } as const;

  app.post(`${path}/:id/enable`, options, async (request, reply) => {
    const { id: destinationId } = request.params;
    const context = await contextFor(request, aggregates, 'destination', destinationId);
    const before = await queries.destinations.get(context.accountId, destinationId);
    const since = before && !before.enabled ? missedSince(before) : null;
    const enabled = valueOf(await enableDestination(deps, { destinationId }, context));
    const query = since === null ? '' : `?missed=${encodeURIComponent(since)}`;
    return redirectAfterWrite(reply, enabled, {
      to: `${path}/${destinationId}${query}`,
      note: 'The destination is enabled.',
    });
  });

  app.post(`${path}/:id/disable`, options, async (request, reply) => {
    const { id: destinationId } = request.params;
    const context = await contextFor(request, aggregates, 'destination', destinationId);
    const disabled = valueOf(await disableDestination(deps, { destinationId }, context));
    return redirectAfterWrite(reply, disabled, {
      to: `${path}/${destinationId}`,
      note: 'The destination is disabled. Its webhooks are skipped, and can be recovered later.',
    });
  });

  app.post(`${path}/:id/ping`, options, async (request, reply) => {
    const { id: destinationId } = request.params;
    const context = await contextFor(request, aggregates, 'destination', destinationId);
    const deliveryId = deps.newId();
    const pinged = valueOf(await pingDestination(deps, { destinationId, deliveryId }, context));
    if (request.headers['hx-request'] === 'true')
      return sendHtml(
        reply,
        <PingResult destinationId={destinationId} deliveryId={deliveryId} delivery={null} />,
      );
    return redirectAfterWrite(reply, pinged, {
      to: `${path}/${destinationId}?ping=${deliveryId}`,
      note: 'A test is on its way. Reload this page to see the response.',
    });
  });

  app.get(`${path}/:id/remove`, options, async (request, reply) => {
    requireWriter(request);
    const destination = await findDestination(deps, request, request.params.id);
    return show(
      reply,
      { title: 'Remove', account: destination.account_id, crumbs: crumbsOf(destination) },
      <Removal request={request} destination={destination} />,
    );
  });

  app.post(`${path}/:id/remove`, options, async (request, reply) => {
    const { id: destinationId } = request.params;
    const context = await contextFor(request, aggregates, 'destination', destinationId);
    const removed = valueOf(await removeDestination(deps, { destinationId }, context));
    return redirectAfterWrite(reply, removed, {
      to: ofAccount(path, context.accountId),
      note: 'The destination is removed.',
    });
  });
}
