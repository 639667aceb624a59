import type { FastifyRequest } from 'fastify';
import { Empty } from '../../parts/empty.tsx';
import { sendHtml } from '../../parts/send-html.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';
import { destinationNeeds, quotaNeeds, recoveryNeeds } from './account-needs.ts';
import { FirstForm, lacksForms } from './first-form.tsx';
import { LivePlots, Numbers, plottedMinutes, readNumbers, stepSeconds } from './live.tsx';
import { byUrgency, type Need } from './need.ts';
import { Needs } from './needs-list.tsx';
import { PeriodQuery, readPeriod } from './period.ts';
import { Periods, Plots } from './plots.tsx';
import { openPlots, type Scope } from './read-plots.ts';
import { serviceNeeds } from './service-needs.ts';

const title = 'Overview';
const [home, plotsPath] = ['/console', '/console/overview/plots'];
/** Quotas and submissions are those of so many accounts, the newest. */
const countedAccounts = 100;

type OverviewDeps = Pick<
  WebDeps,
  | 'activity'
  | 'aggregates'
  | 'now'
  | 'parkedDestinations'
  | 'plans'
  | 'projections'
  | 'queries'
  | 'queue'
  | 'quotas'
>;

/** The accounts of the visitor, by id: that of the key, or the newest of all. */
async function accountsOf({ queries }: Pick<OverviewDeps, 'queries'>, request: FastifyRequest) {
  const { accountId } = visitorIn(request);
  if (accountId !== null) return { accounts: new Map([[accountId, accountId]]), isPartial: false };
  const { items, next } = await queries.accounts.list({ limit: countedAccounts });
  return { accounts: new Map(items.map(({ id, name }) => [id, name])), isPartial: next !== null };
}

/** What needs the visitor, of what they may see. */
async function needsOf(
  deps: OverviewDeps,
  request: FastifyRequest,
  accountIds: readonly string[],
): Promise<readonly Need[]> {
  const visitor = visitorIn(request);
  const { accountId } = visitor;
  const canSeeWebhooks = visitor.canRead('webhooks:read');
  const helpOf = (id: string): Need['help'] =>
    accountId === null
      ? { label: 'See the account', href: `/console/accounts/${encodeURIComponent(id)}` }
      : { label: 'See the forms', href: '/console/forms' };
  const found = await Promise.all([
    accountId === null ? serviceNeeds(deps) : [],
    canSeeWebhooks ? destinationNeeds(deps, accountId) : [],
    canSeeWebhooks ? recoveryNeeds(deps, accountIds, visitor.hasScope('webhooks:write')) : [],
    quotaNeeds(deps, accountIds, helpOf),
  ]);
  return byUrgency(found.flat());
}

const queryText = ({ range, from, to }: PeriodQuery): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ range, from, to }))
    if (value !== undefined) query.set(name, value);
  return query.toString();
};

/** The overview: what needs a person, what happened in a period, and for operators the numbers of this moment. */
export function overviewPage(app: Routes, deps: OverviewDeps): void {
  const { activity, now } = deps;
  const readPlots = openPlots(deps);
  const schema = { querystring: PeriodQuery };

  app.get(home, { schema }, async (request, reply) => {
    const visitor = visitorIn(request);
    const isOperator = visitor.accountId === null;
    const period = readPeriod(request.query, now());
    const { accounts } = await accountsOf(deps, request);
    const [needs, isEmpty, numbers] = await Promise.all([
      needsOf(deps, request, [...accounts.keys()]),
      lacksForms(deps, request),
      isOperator ? readNumbers(deps) : null,
    ]);
    const plots = `${plotsPath}?${queryText(request.query)}`;
    const hasPlots = visitor.canRead('submissions:read') || visitor.canRead('webhooks:read');
    return show(
      reply,
      { title, ...(isOperator && { scripts: ['charts.js'], styles: ['charts.css'] }) },
      <>
        {isEmpty && <FirstForm />}
        <Needs request={request} needs={needs} {...(isOperator && { accounts })} />
        {hasPlots && (
          <section class="apart">
            <h2>What happened</h2>
            <Periods path={home} period={period} />
            <div id="period" hx-get={plots} hx-trigger="load" hx-select="#period" hx-swap="outerHTML">
              <p class="quiet">
                <a href={plots}>Show submissions and webhooks over time</a>
              </p>
            </div>
          </section>
        )}
        {numbers !== null && (
          <section class="apart">
            <h2>At this moment</h2>
            <LivePlots since={activity.since} />
            <Numbers numbers={numbers} at={now()} />
          </section>
        )}
      </>,
    );
  });

  app.get(plotsPath, { schema }, async (request, reply) => {
    const visitor = visitorIn(request);
    const period = readPeriod(request.query, now());
    const { accounts, isPartial } = await accountsOf(deps, request);
    const scope: Scope = {
      accountIds: [...accounts.keys()],
      accountId: visitor.accountId,
      withSubmissions: visitor.canRead('submissions:read'),
      withWebhooks: visitor.canRead('webhooks:read'),
    };
    const counted = scope.withSubmissions || scope.withWebhooks ? await readPlots(period, scope) : [];
    return show(
      reply,
      { title: 'What happened', crumbs: [[title, home]] },
      <>
        <Periods path={plotsPath} period={period} />
        <div id="period">
          {counted.length === 0 ? (
            <Empty title="Your API key may see neither submissions nor webhooks." />
          ) : (
            <Plots counted={counted} isPartial={isPartial} />
          )}
        </div>
      </>,
    );
  });

  app.get('/console/overview/numbers', { config: { operatorsOnly: true } }, async (_, reply) =>
    sendHtml(reply, <Numbers numbers={await readNumbers(deps)} at={now()} />),
  );

  app.get('/console/overview/activity', { config: { operatorsOnly: true } }, async () =>
    activity.series(plottedMinutes, stepSeconds),
  );
}
