import type { FastifyRequest } from 'fastify';
import type { ProjectionControl } from '../../../projections/generations/control/control-types.ts';
import { Badge } from '../../parts/badge.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { path } from './parts.tsx';

const action = `${path}/realign`;
const mayWrite = ['operator'] as const;
const shownMissing = 50;

type Diverged = Awaited<ReturnType<ProjectionControl['diverged']>>;
type Missing = Awaited<ReturnType<ProjectionControl['missing']>>;

/** What does not match the event log, and what the log has lost. */
export const readRealignment = async ({ diverged, missing }: ProjectionControl) => {
  const [differing, lost] = await Promise.all([diverged(), missing(shownMissing, null)]);
  return { diverged: differing, missing: lost };
};

const Differing = ({ request, diverged }: { request: FastifyRequest; diverged: Diverged }) => (
  <section class="problem" role="alert">
    <h2>The event log has been replaced</h2>
    <p>
      A backup was restored, or another log is in its place. Lists are held back and no webhook is planned or
      sent until everything matches. Submissions are still accepted. If this is the wrong log, put the right
      one back, and everything continues by itself. Otherwise build everything again from this log, here or by
      the command <code>formlog projections realign</code>.
    </p>
    <Table
      caption="Projections that do not match the event log"
      items={diverged}
      empty={<></>}
      columns={[
        { title: 'Name', cell: ({ follower }) => <span safe>{follower}</span> },
        { title: 'Reason', cell: ({ reason }) => <span safe>{reason}</span> },
      ]}
    />
    {mayWrite.some((role) => role === visitorIn(request).operator?.role) && (
      <PostButton
        request={request}
        action={action}
        label="Build again from this log"
        class="danger"
        needsConfirmation
      />
    )}
  </section>
);

const Lost = ({ missing: { items, next } }: { missing: Missing }) => (
  <section class="apart">
    <h2>Lost from the event log</h2>
    <p>
      {next !== null && <span safe>{`The first ${items.length}. `}</span>}Listed before the log was replaced,
      and not in the log, or in an earlier state. The command{' '}
      <code>formlog projections realign --file missing.jsonl</code> writes all to a file.
    </p>
    <Table
      caption="No longer in the event log"
      items={items}
      empty={<></>}
      columns={[
        { title: 'Read model', cell: ({ model }) => <span safe>{model}</span> },
        { title: 'Id', cell: ({ id }) => <code safe>{id}</code> },
        { title: 'State', cell: ({ state }) => <Badge state={state} tone="bad" /> },
        {
          title: 'Account',
          wide: true,
          cell: ({ account_id: id }) => (id === null ? <span>–</span> : <code safe>{id}</code>),
        },
        { title: 'Time', wide: true, cell: ({ at }) => (at === null ? <span>–</span> : <Time at={at} />) },
      ]}
    />
  </section>
);

/** Explains how the log and the read models differ, and what was lost; nothing if they match and nothing was. */
export const Realignment = ({
  request,
  diverged,
  missing,
}: {
  readonly request: FastifyRequest;
  readonly diverged: Diverged;
  readonly missing: Missing;
}) => (
  <>
    {diverged.length > 0 && <Differing request={request} diverged={diverged} />}
    {missing.items.length > 0 && <Lost missing={missing} />}
  </>
);

/** Builds again what does not match the event log. */
export function realignAction(app: Routes, { projections }: Pick<WebDeps, 'projections'>): void {
  app.post(action, { config: { operatorsOnly: true, mayWrite } }, async (request, reply) => {
    const found = await projections.realign();
    const note =
      found.length === 0
        ? 'Everything matches the event log.'
        : 'Everything is being built again. Lists are shown as soon as they are ready.';
    return redirectAfterWrite(reply, { position: null }, { to: path, note });
  });
}
