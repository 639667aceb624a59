import type { FastifyRequest } from 'fastify';
import type { DeliverySummary } from '../../../projections/read-models/deliveries/queries.ts';
import { visitorIn } from '../session/visitor.ts';
import { PostButton } from './post-button.tsx';

interface SendAgainProps {
  readonly request: FastifyRequest;
  readonly delivery: Pick<DeliverySummary, 'id' | 'status'>;
  readonly class?: string;
}

/** Replays a delivery, if the visitor may and it can be sent at all. */
export const SendAgain = ({ request, delivery: { id, status }, ...button }: SendAgainProps) =>
  visitorIn(request).hasScope('webhooks:write') && status !== 'cancelled' ? (
    <PostButton
      request={request}
      action={`/console/deliveries/${id}/replay`}
      label="Send again"
      class={button.class ?? 'plain'}
    />
  ) : (
    <></>
  );
