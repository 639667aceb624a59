import { carriesAnswers, mayReadAnswers } from '../../../api/auth/answers.ts';
import { contextForDelivery, readableBy } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, valueOf } from '../../../api/errors/errors.ts';
import { refuseErased } from '../../../api/requests/erased.ts';
import { replayDelivery } from '../../../commands/delivery/replay-delivery.ts';
import { quoted } from '../../../domain/sentences/sentence.ts';
import { heldAmong } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { cancelReasons, kindLabels } from '../parts/delivery-words.ts';
import { describeOutcome } from '../parts/outcome.tsx';
import type { Routes } from '../parts/routes.ts';
import { SendAgain } from '../parts/send-again.tsx';
import { DestinationLink, FormLink, namesFor, type ThingNames } from '../parts/thing-links.tsx';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { Attempts } from './attempts.tsx';
import { HiddenRequest, LastRequest } from './requests.tsx';

type Stopped = ReturnType<Awaited<ReturnType<typeof heldAmong>>>;

/** The state of a delivery in a sentence, and what helps. */
function summaryOf({ status, last_outcome: last, cancellation }: DeliveryView, stopped: Stopped): string {
  if (stopped === 'destination_disabled')
    return 'The destination is disabled. Enable it, then recover what it missed.';
  if (stopped === 'destination_removed') return 'The destination was removed. Nothing more is sent.';
  if (stopped === 'account_budget')
    return 'It is due and waits: other attempts use up the limit of the account.';
  if (stopped === 'host_budget') return 'It is due and waits: other attempts use up the limit of the host.';
  const { reason = 'Not tried', advice = null } = last ? describeOutcome(last) : {};
  const failure = `${reason}. ${advice ?? ''}`;
  switch (status) {
    case 'pending':
      return last === null ? 'It is about to be sent.' : `${reason}. Another attempt follows by itself.`;
    case 'succeeded':
      return 'The receiver has it.';
    case 'exhausted':
      return `${failure} All attempts are used up; send the webhook again once the receiver is fixed.`;
    case 'failed':
      return failure;
    case 'skipped':
      return 'The destination was disabled at that time. A recovery or a replay sends it.';
    case 'cancelled':
      return `Nothing more is sent: ${cancellation ? cancelReasons[cancellation.reason] : 'it was cancelled'}.`;
    default:
      return status satisfies never;
  }
}

interface FactsProps {
  readonly delivery: DeliveryView;
  readonly stopped: Stopped;
  readonly names: ThingNames;
}

const DeliveryFacts = ({ delivery, stopped, names }: FactsProps) => (
  <Facts
    facts={[
      ['Destination', <DestinationLink id={delivery.destination_id} names={names} />],
      ['Event', <span safe>{kindLabels[delivery.kind]}</span>],
      ['Event time', <Time at={delivery.created_at} />],
      [
        'Submission',
        delivery.submission_id === null ? (
          <span class="quiet">–</span>
        ) : (
          <a href={`/console/submissions/${delivery.submission_id}`}>Its answers</a>
        ),
      ],
      [
        'Form',
        delivery.form_id === null ? (
          <span class="quiet">–</span>
        ) : (
          <FormLink id={delivery.form_id} names={names} />
        ),
      ],
      ['Attempts', <span>{delivery.attempt_count}</span>],
      ['Next attempt', <Time at={stopped === null ? delivery.next_attempt_at : null} />],
      ...(delivery.cancellation?.note
        ? [['Reason', <span safe>{delivery.cancellation.note}</span>] as const]
        : []),
      ['Last change', <Time at={delivery.updated_at} />],
      ['History', <a href={`/console/history/delivery/${delivery.id}`}>Every event of this delivery</a>],
      ['Id', <Id id={delivery.id} />],
    ]}
  />
);

/** One delivery, with its attempts and its request; and its replay. */
export function deliveryPage(
  app: Routes,
  deps: Pick<
    WebDeps,
    'aggregates' | 'budgetWaits' | 'definitions' | 'deliveries' | 'log' | 'now' | 'queries' | 'sentRequests'
  >,
): void {
  const { queries, deliveries, sentRequests } = deps;

  app.get(
    '/console/deliveries/:id',
    { config: { scope: 'webhooks:read' }, schema: { params: ById } },
    async (request, reply) => {
      const { id } = request.params;
      await refuseErased(deps, 'delivery', id, readableBy(request));
      const delivery = await queries.deliveries.get(readableBy(request), id);
      if (!delivery) throw new ApiError('not_found', { message: `There is no delivery ${id}.` });
      const [held, sent, names] = await Promise.all([
        heldAmong(deps, [delivery]),
        sentRequests(id),
        namesFor(deps, delivery.account_id, [delivery]),
      ]);
      const to = names.destinations.get(delivery.destination_id);
      const isReadable = mayReadAnswers(request) || !carriesAnswers(delivery.kind);
      const isWaiting = delivery.status === 'pending' && delivery.attempt_count === 0;
      return show(
        reply,
        {
          title: `Webhook to ${to === undefined ? 'a removed destination' : quoted(to)}`,
          crumbs: [['Deliveries', ofAccount('/console/deliveries', delivery.account_id)]],
          account: delivery.account_id,
          actions: (
            <>
              <SendAgain request={request} delivery={delivery} class="" />
              {delivery.status === 'pending' && visitorIn(request).hasScope('webhooks:write') && (
                <a role="button" class="secondary" href={`/console/deliveries/${id}/cancel`}>
                  Cancel
                </a>
              )}
            </>
          ),
        },
        <div
          id="delivery"
          {...(isWaiting && {
            'hx-get': request.url,
            'hx-trigger': 'every 2s',
            'hx-select': '#delivery',
            'hx-swap': 'outerHTML',
          })}
        >
          <p class="lead">
            <Badge state={delivery.status} /> <span safe>{summaryOf(delivery, held(delivery))}</span>
          </p>
          <DeliveryFacts delivery={delivery} stopped={held(delivery)} names={names} />
          <h2>Attempts</h2>
          <Attempts delivery={delivery} isReadable={isReadable} />
          <h2>Request</h2>
          {isReadable ? sent && <LastRequest sent={sent} /> : <HiddenRequest />}
        </div>,
      );
    },
  );

  app.post(
    '/console/deliveries/:id/replay',
    { config: { scope: 'webhooks:write' }, schema: { params: ById } },
    async (request, reply) => {
      const { id: deliveryId } = request.params;
      await refuseErased(deps, 'delivery', deliveryId, readableBy(request));
      const context = await contextForDelivery(request, deliveries, deliveryId);
      const { position } = valueOf(await replayDelivery(deps, { deliveryId }, context));
      return redirectAfterWrite(
        reply,
        { position },
        { to: `/console/deliveries/${deliveryId}`, note: 'The delivery is being sent again.' },
      );
    },
  );
}
