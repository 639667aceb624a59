import type { FastifyRequest } from 'fastify';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { PostButton } from '../parts/post-button.tsx';
import { visitorIn } from '../session/visitor.ts';
import { FormToken } from '../shell.tsx';
import { cancelWaitingHref } from './waiting.tsx';

interface ActionsProps {
  readonly request: FastifyRequest;
  readonly destination: DestinationView;
}

/** A test is answered in its place; without script the browser goes to the answer. */
const TestButton = ({ request, destination: { id } }: ActionsProps) => (
  <form
    method="post"
    action={`/console/destinations/${id}/ping`}
    hx-post={`/console/destinations/${id}/ping`}
    hx-target="#ping"
    hx-swap="outerHTML"
  >
    <FormToken request={request} />
    <button type="submit" class="secondary">
      Send a test
    </button>
  </form>
);

export const DestinationActions = ({ request, destination }: ActionsProps) => {
  const { id, enabled } = destination;
  if (!visitorIn(request).hasScope('webhooks:write')) return <></>;
  return (
    <>
      {!enabled && (
        <PostButton request={request} action={`/console/destinations/${id}/enable`} label="Enable" />
      )}
      <TestButton request={request} destination={destination} />
      <a role="button" class="secondary" href={`/console/destinations/${id}/edit`}>
        Edit
      </a>
      <a role="button" class="secondary" href={`/console/destinations/${id}/secret`}>
        Rotate the secret
      </a>
      {enabled && (
        <PostButton
          request={request}
          action={`/console/destinations/${id}/disable`}
          label="Disable"
          class="secondary"
          needsConfirmation
        />
      )}
      <a role="button" class="secondary" href={cancelWaitingHref(destination)}>
        Cancel waiting webhooks
      </a>
      <a role="button" class="secondary" href={`/console/destinations/${id}/remove`}>
        Remove
      </a>
    </>
  );
};
