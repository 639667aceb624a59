import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { changePlan } from '../../../commands/change-plan.ts';
import { usageOf, type Usage } from '../../../api/admin/account-usage.ts';
import { contextFor } from '../../../api/auth/owners.ts';
import { ApiError, refused } from '../../../api/errors/errors.ts';
import { ById } from '../../../api/requests/schemas.ts';
import { paymentProvider } from '../../../domain/payment-provider/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { Choice } from '../../parts/choice.tsx';
import { Facts } from '../../parts/table.tsx';
import { Id } from '../../parts/id.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { goOn } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';
import { accountUrl } from './accounts.tsx';
import { KeyTable, NewKeyForm } from './key-table.tsx';
import { Against } from './against.tsx';
import { Stripe } from './stripe.tsx';

const shownKeys = 100;
const rooms = ['forms', 'submissions', 'destinations', 'deliveries', 'recoveries'] as const;

const usageFacts = (plan: string, usage: Usage) =>
  [
    ['Plan', <span safe>{plan}</span>],
    ['Submissions this month', <Against use={usage.submissions_this_month} />],
    ['Published forms', <Against use={usage.published_forms} />],
    ['Destinations', <Against use={usage.destinations} />],
  ] as const;

/** One account: its plan, its use of it, and its keys. */
export const accountPage =
  (deps: WebDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { queries, keyUse, plans, aggregates, now } = deps;
    const config = { operatorsOnly: true };

    app.get('/console/accounts/:id', { config, schema: { params: ById } }, async (request, reply) => {
      const { id } = request.params;
      const [found, used] = await Promise.all([queries.accounts.get(id), usageOf(deps, id)]);
      if (!found || !used) throw new ApiError('not_found', { message: `There is no account ${id}.` });
      const { items: keys } = await queries.keys.list(id, { limit: shownKeys });
      const lastUsed = await keyUse.lastUsed(keys.map((key) => key.id));
      const { state: stripe } = await aggregates.load(
        paymentProvider,
        streamOf.paymentProvider(id, 'stripe'),
      );
      const mayWrite = visitorIn(request).may(null);
      return show(
        request,
        reply,
        { title: found.name, account: id, crumbs: [['Accounts', '/console/accounts']] },
        <>
          <Facts
            facts={[
              ...usageFacts(used.plan, used.usage),
              ['Id', <Id id={id} />],
              ['Opened', <Time at={found.created_at} />],
              ['History', <a href={`/console/history/account/${encodeURIComponent(id)}`}>Every change</a>],
            ]}
          />
          <nav class="buttons" aria-label="Rooms of the account">
            {rooms.map((room) => (
              <a role="button" class="secondary" href={ofAccount(`/console/${room}`, id)} safe>
                {room.charAt(0).toUpperCase() + room.slice(1)}
              </a>
            ))}
          </nav>
          {mayWrite ? (
            <>
              <h2>Plan</h2>
              <form method="post" action={`${accountUrl(id)}/plan`} class="filters">
                <FormToken request={request} />
                <Choice
                  name="plan"
                  label="Plan"
                  values={Object.keys(plans)}
                  chosen={used.plan}
                  none="Choose …"
                />
                <button type="submit">Change the plan</button>
              </form>
            </>
          ) : (
            <></>
          )}
          <h2>API keys</h2>
          <KeyTable request={request} keys={keys} lastUsed={lastUsed} now={now()} />
          {mayWrite ? <NewKeyForm request={request} accountId={id} /> : <></>}
          <Stripe deps={deps} request={request} accountId={id} state={stripe} />
        </>,
      );
    });

    app.post(
      '/console/accounts/:id/plan',
      { config, schema: { params: ById, body: Type.Object({ plan: Type.String() }) } },
      async (request, reply) => {
        const { id } = request.params;
        const context = await contextFor(request, aggregates, 'account', id);
        const changed = await changePlan(deps, { plan: request.body.plan }, context);
        if (!changed.ok) throw refused(changed.error);
        const { account, position } = changed.value;
        const note = `The account has the plan ${account.plan}.`;
        return goOn(request, reply, { to: accountUrl(id), note, position });
      },
    );
  };
