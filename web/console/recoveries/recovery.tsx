import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { cancelRecovery, pauseRecovery, resumeRecovery } from '../../../commands/change-recovery.ts';
import { contextFor, readableBy } from '../../../api/auth/owners.ts';
import { ApiError, refused } from '../../../api/errors/errors.ts';
import { ById } from '../../../api/requests/schemas.ts';
import type { RecoveryView } from '../../../projections/read-models/recoveries/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../post-button.tsx';
import { goOn } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { Progress, remainingOf } from './progress.tsx';
import { Beginning, Target } from './selection.tsx';

const path = '/console/recoveries';

interface OneProps {
  readonly request: FastifyRequest;
  readonly recovery: RecoveryView;
}

const Actions = ({ request, recovery: { id, status } }: OneProps) => {
  const isOver = status === 'completed' || status === 'cancelled';
  if (isOver || !visitorIn(request).may('webhooks:write')) return <></>;
  return (
    <>
      {status === 'running' ? (
        <PostButton request={request} action={`${path}/${id}/pause`} label="Pause" class="secondary" />
      ) : (
        <PostButton request={request} action={`${path}/${id}/resume`} label="Resume" />
      )}
      <PostButton request={request} action={`${path}/${id}/cancel`} label="Cancel" class="danger" asks />
    </>
  );
};

/** The state of a recovery in a sentence. */
function summaryOf(recovery: RecoveryView): string {
  const { status, paused_because: reason, is_sending: isSending } = recovery;
  switch (status) {
    case 'running':
      return `Webhooks are being sent again. At its rate, the rest takes ${remainingOf(recovery)}.`;
    case 'paused':
      return reason === 'destination_disabled'
        ? 'The destination was disabled. Enable it, then resume.'
        : 'It goes on where it stopped once it is resumed.';
    case 'cancelled':
      return isSending ? 'The last batch is still being sent.' : 'The rest is not sent.';
    case 'completed':
      return 'Every webhook of the selection was sent again, or needed it no more.';
    default:
      return status satisfies never;
  }
}

const RecoveryFacts = ({ request, recovery }: OneProps) => (
  <Facts
    facts={[
      ['Sent again', <strong>{recovery.replayed}</strong>],
      ['Passed over', <strong>{recovery.passed_over}</strong>],
      ['Counted at the beginning', <span>{recovery.total}</span>],
      ['Rate', <span safe>{`At most ${recovery.per_second} in a second`}</span>],
      ['Destination', <Target recovery={recovery} />],
      ['Events since', <Beginning recovery={recovery} />],
      ['Events until', <Time at={recovery.until} />],
      ['Event', <span>{recovery.kind ?? 'Every kind'}</span>],
      [
        'Form',
        recovery.form_id === null ? (
          <span>Every form</span>
        ) : (
          <Id id={recovery.form_id} href={`/console/forms/${recovery.form_id}`} />
        ),
      ],
      ['Begun', <Time at={recovery.created_at} />],
      ['Last change', <Time at={recovery.updated_at} />],
      ...(visitorIn(request).operator
        ? [['Events', <a href={`/console/log?stream=recovery-${recovery.id}`}>Every batch</a>] as const]
        : []),
    ]}
  />
);

const actions = {
  pause: [pauseRecovery, 'The recovery is paused.'],
  resume: [resumeRecovery, 'The recovery goes on.'],
  cancel: [cancelRecovery, 'The recovery is cancelled.'],
} as const;

/** One recovery: its progress as it goes on, and what it sends. */
export const recoveryPage =
  (deps: WebDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { queries, aggregates } = deps;

    app.get(
      `${path}/:id`,
      { config: { scope: 'webhooks:read' }, schema: { params: ById } },
      async (request, reply) => {
        const { id } = request.params;
        const recovery = await queries.recoveries.get(readableBy(request), id);
        if (!recovery) throw new ApiError('not_found', { message: `There is no recovery ${id}.` });
        const { account_id: account, status, destination_id: destination } = recovery;
        const log = ofAccount('/console/deliveries', account);
        return show(
          request,
          reply,
          { title: id, account, crumbs: [['Recoveries', ofAccount(path, account)]] },
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
            <RecoveryFacts request={request} recovery={recovery} />
            <p>
              Passed over are webhooks that arrived meanwhile, or whose destination or submission is gone.{' '}
              <a href={destination === null ? log : `${log}&destination=${destination}`}>
                See the deliveries
              </a>
            </p>
          </div>,
        );
      },
    );

    for (const [action, [change, note]] of Object.entries(actions))
      app.post(
        `${path}/:id/${action}`,
        { config: { scope: 'webhooks:write' }, schema: { params: ById } },
        async (request, reply) => {
          const { id: recoveryId } = request.params;
          const context = await contextFor(request, aggregates, 'recovery', recoveryId);
          const changed = await change(deps, { recoveryId }, context);
          if (!changed.ok) throw refused(changed.error);
          const { position } = changed.value;
          return goOn(request, reply, { to: `${path}/${recoveryId}`, note, position });
        },
      );
  };
