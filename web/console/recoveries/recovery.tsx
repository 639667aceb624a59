import type { FastifyRequest } from 'fastify';
import { contextFor, readableBy } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, valueOf } from '../../../api/errors/errors.ts';
import { cancelRecovery, pauseRecovery, resumeRecovery } from '../../../commands/recovery/change-recovery.ts';
import type { RecoveryView } from '../../../projections/read-models/recoveries/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { kindLabels } from '../parts/delivery-words.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { FormLink, namesFor, type ThingNames } from '../parts/thing-links.tsx';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { Progress, remainingOf } from './progress.tsx';
import { Beginning, statusNames, Target, titleOf } from './selection.tsx';

const path = '/console/recoveries';

interface OneProps {
  readonly request: FastifyRequest;
  readonly recovery: RecoveryView;
}

interface FactsProps extends OneProps {
  readonly names: ThingNames;
}

const kindOf = ({ action }: Pick<RecoveryView, 'action'>) =>
  action === 'cancel' ? ('cancellation' as const) : ('recovery' as const);

const Actions = ({ request, recovery: { id, status, action } }: OneProps) => {
  const isOver = status === 'completed' || status === 'cancelled';
  if (isOver || !visitorIn(request).hasScope('webhooks:write')) return <></>;
  return (
    <>
      {status === 'running' ? (
        <PostButton request={request} action={`${path}/${id}/pause`} label="Pause" class="secondary" />
      ) : (
        <PostButton request={request} action={`${path}/${id}/resume`} label="Resume" />
      )}
      <PostButton
        request={request}
        action={`${path}/${id}/cancel`}
        label={action === 'cancel' ? 'Stop' : 'Cancel'}
        class="danger"
        needsConfirmation
      />
    </>
  );
};

/** The state of a recovery in a sentence. */
function summaryOf(recovery: RecoveryView): string {
  const { action, status, paused_because: reason, is_sending: isSending } = recovery;
  const isCancelling = action === 'cancel';
  switch (status) {
    case 'running': {
      const doing = `Webhooks are being ${isCancelling ? 'cancelled' : 'sent again'}.`;
      const rest = remainingOf(recovery);
      return rest === null ? doing : `${doing} At its rate, the rest takes ${rest}.`;
    }
    case 'paused':
      return reason === 'destination_disabled'
        ? 'The destination was disabled. Enable it, then resume.'
        : 'It continues where it stopped once it is resumed.';
    case 'cancelled':
      if (isCancelling) return 'It was stopped. The rest will be sent when due.';
      return isSending ? 'The last batch is still being sent.' : 'The rest is not sent.';
    case 'completed':
      if (isCancelling) return 'Every selected webhook was cancelled or had already ended.';
      return 'Every selected webhook was sent again or no longer needed it.';
    default:
      return status satisfies never;
  }
}

const RecoveryFacts = ({ request, recovery, names }: FactsProps) => (
  <Facts
    facts={[
      [recovery.action === 'cancel' ? 'Cancelled' : 'Sent again', <strong>{recovery.replayed}</strong>],
      ['Passed over', <strong>{recovery.passed_over}</strong>],
      ...(recovery.note === null ? [] : [['Reason', <span safe>{recovery.note}</span>] as const]),
      [
        'Status of the webhooks',
        <span safe>{recovery.statuses.map((status) => statusNames[status]).join(', ')}</span>,
      ],
      ['Counted at the beginning', <span>{recovery.total}</span>],
      ['Rate', <span safe>{`At most ${recovery.per_second} per second`}</span>],
      ['Destination', <Target recovery={recovery} names={names} />],
      ['Events since', <Beginning recovery={recovery} />],
      ['Events until', <Time at={recovery.until} />],
      ['Event', <span safe>{recovery.kind === null ? 'Every kind' : kindLabels[recovery.kind]}</span>],
      [
        'Form',
        recovery.form_id === null ? (
          <span>Every form</span>
        ) : (
          <FormLink id={recovery.form_id} names={names} />
        ),
      ],
      ['Begun', <Time at={recovery.created_at} />],
      ['Last change', <Time at={recovery.updated_at} />],
      ['Id', <Id id={recovery.id} />],
      ...(visitorIn(request).operator
        ? [['Events', <a href={`/console/log?stream=recovery-${recovery.id}`}>Every batch</a>] as const]
        : []),
    ]}
  />
);

const actions = {
  pause: [pauseRecovery, 'is paused'],
  resume: [resumeRecovery, 'is resumed'],
  cancel: [cancelRecovery, 'is cancelled'],
} as const;

/** One recovery: its progress as it goes on, and what it sends. */
export function recoveryPage(app: Routes, deps: Pick<WebDeps, 'aggregates' | 'now' | 'queries'>): void {
  const { queries, aggregates } = deps;

  app.get(
    `${path}/:id`,
    { config: { scope: 'webhooks:read' }, schema: { params: ById } },
    async (request, reply) => {
      const { id } = request.params;
      const recovery = await queries.recoveries.get(readableBy(request), id);
      if (!recovery) throw new ApiError('not_found', { message: `There is no recovery ${id}.` });
      const { account_id: account, status, destination_id: destination } = recovery;
      const names = await namesFor(deps, account, [recovery]);
      const log = ofAccount('/console/deliveries', account);
      return show(
        reply,
        { title: titleOf(recovery, names), account, crumbs: [['Recoveries', ofAccount(path, account)]] },
        <div
          id="recovery"
          {...(recovery.is_unfinished && {
            'hx-get': `${path}/${id}`,
            'hx-trigger': 'every 2s',
            'hx-select': '#recovery',
            'hx-swap': 'outerHTML',
          })}
        >
          <p class="lead">
            <Badge state={status} /> <span safe>{summaryOf(recovery)}</span>
          </p>
          <div class="sheet">
            <Progress recovery={recovery} />
            <div class="buttons">
              <Actions request={request} recovery={recovery} />
            </div>
          </div>
          <RecoveryFacts request={request} recovery={recovery} names={names} />
          <p>
            Webhooks are passed over if they have arrived meanwhile, if their destination no longer wants
            them, or if their destination or submission is gone.{' '}
            <a href={destination === null ? log : `${log}&destination=${destination}`}>See the deliveries</a>
          </p>
        </div>,
      );
    },
  );

  for (const [action, [change, words]] of Object.entries(actions))
    app.post(
      `${path}/:id/${action}`,
      { config: { scope: 'webhooks:write' }, schema: { params: ById } },
      async (request, reply) => {
        const { id: recoveryId } = request.params;
        const found = await queries.recoveries.get(readableBy(request), recoveryId);
        const kind = found ? kindOf(found) : 'recovery';
        const context = await contextFor(request, aggregates, kind, recoveryId);
        const { position } = valueOf(await change(deps, { recoveryId }, context));
        const note = `The ${kind} ${words}.`;
        return redirectAfterWrite(reply, { position }, { to: `${path}/${recoveryId}`, note });
      },
    );
}
