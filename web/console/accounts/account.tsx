import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { planUsageOf } from '../../../commands/account/plan-usage.ts';
import { account } from '../../../domain/account/decider.ts';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import { paymentProvider } from '../../../domain/payment-provider/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { InputProblem } from '../../check-input.ts';
import { Choice } from '../../parts/choice.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { visitorIn } from '../session/visitor.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';
import { aboveAccount } from './account-crumbs.ts';
import { accountUrl } from './accounts.tsx';
import { closingUrl } from './closing.tsx';
import { EmbeddingForm } from './embedding-form.tsx';
import { ExportLink } from './export.tsx';
import { KeyTable, NewKeyForm } from './key-table.tsx';
import { LocaleForm } from './locale-form.tsx';
import { NameForm } from './name-form.tsx';
import { unlimitedSubmissions, usageFacts } from './plan-use.tsx';
import { Stripe } from './stripe.tsx';

const shownKeys = 100;
const rooms = ['forms', 'submissions', 'destinations', 'deliveries', 'recoveries'] as const;

interface PlanFormProps {
  readonly request: FastifyRequest;
  readonly accountId: string;
  readonly plans: readonly string[];
  readonly plan: string;
}

const PlanForm = ({ request, accountId, plans, plan }: PlanFormProps) => (
  <form method="post" action={`${accountUrl(accountId)}/plan`} class="filters">
    <FormToken request={request} />
    <Choice name="plan" label="Plan" values={plans} chosen={plan} none="Choose …" />
    <button type="submit">Change the plan</button>
  </form>
);

/** The form that was refused, with what was entered. */
export type RefusedChange =
  | { readonly of: 'name'; readonly entered: string; readonly problems: readonly InputProblem[] }
  | ({ readonly of: 'locale' } & Pick<Parameters<typeof LocaleForm>[0], 'entered' | 'problems'>)
  | ({ readonly of: 'embedding' } & Pick<Parameters<typeof EmbeddingForm>[0], 'entered' | 'problems'>);

export type AccountPageDeps = Pick<
  WebDeps,
  'aggregates' | 'keyUse' | 'now' | 'plans' | 'publicUrl' | 'queries' | 'quotas'
>;

/** Reads an account for its page. @throws ApiError `not_found`, also for an account of others */
async function readAccount(deps: AccountPageDeps, request: FastifyRequest, id: string) {
  const { accountId } = await contextFor(request, deps.aggregates, 'account', id);
  const [{ state: found }, used, { items: keys }] = await Promise.all([
    deps.aggregates.load(account, streamOf.account(accountId)),
    planUsageOf({ ...deps, destinationIdsOf: deps.queries.destinations.idsOf }, accountId),
    deps.queries.keys.list(accountId, { limit: shownKeys }),
  ]);
  if (!found.exists || !used) throw new ApiError('not_found', { message: `There is no account ${id}.` });
  const unlimited = await unlimitedSubmissions(deps, accountId, used.usage.submissions_this_month);
  const lastUsed = await deps.keyUse.lastUsed(keys.map((key) => key.id));
  const { state: stripe } = await deps.aggregates.load(
    paymentProvider,
    streamOf.paymentProvider(accountId, 'stripe'),
  );
  return { found, used, keys, unlimited, lastUsed, stripe };
}

type Read = Awaited<ReturnType<typeof readAccount>>;

/** What the account is, and where its parts are. */
const AboutAccount = ({ request, found, used, unlimited }: { readonly request: FastifyRequest } & Read) => {
  const { accountId: id } = found;
  const { person } = visitorIn(request);
  return (
    <>
      <Facts
        facts={[
          ...usageFacts(used, unlimited),
          ['Language of new forms', <span safe>{found.language ?? 'none'}</span>],
          ['Time zone of new forms', <span safe>{found.timeZone ?? defaultTimeZone}</span>],
          ['Id', <Id id={id} />],
          ['Opened', <Time at={found.openedAt} />],
          ['Members', <a href={`${accountUrl(id)}/members`}>Who may enter</a>],
          ...(person ? [['Notices', <a href="/console/you/notices">Choose your notices</a>] as const] : []),
          ['History', <a href={`${accountUrl(id)}/history`}>Who did what</a>],
        ]}
      />
      <nav class="buttons" aria-label="Pages of the account">
        {rooms.map((room) => (
          <a role="button" class="secondary" href={ofAccount(`/console/${room}`, id)} safe>
            {room.charAt(0).toUpperCase() + room.slice(1)}
          </a>
        ))}
      </nav>
    </>
  );
};

/** The settings that a visitor may change. @param refused the form that was refused */
const Settings = ({
  request,
  found,
  plans,
  refused,
}: Pick<Read, 'found'> & {
  readonly request: FastifyRequest;
  readonly plans: readonly string[];
  readonly refused: RefusedChange | null;
}) => {
  const { hasScope, operator } = visitorIn(request);
  const { accountId, name, language = '', timeZone = '', embedOrigins, plan } = found;
  const about = { request, accountId };
  const locale = refused?.of === 'locale' ? refused : { entered: { language, timeZone }, problems: [] };
  const embedding =
    refused?.of === 'embedding' ? refused : { entered: embedOrigins?.join('\n') ?? null, problems: [] };
  return (
    <>
      {hasScope('account:write') && (
        <>
          <h2>Name</h2>
          <NameForm
            {...about}
            entered={refused?.of === 'name' ? refused.entered : name}
            problem={refused?.of === 'name' ? refused.problems.map(({ message }) => message).join(' ') : null}
          />
          {operator !== null && (
            <>
              <h2>Plan</h2>
              <PlanForm {...about} plans={plans} plan={plan} />
            </>
          )}
          <h2>Language and time zone of new forms</h2>
          <LocaleForm {...about} entered={locale.entered} problems={locale.problems} />
        </>
      )}
      {hasScope('forms:write') && (
        <>
          <h2>Sites that may show the forms</h2>
          <EmbeddingForm {...about} entered={embedding.entered} problems={embedding.problems} />
        </>
      )}
    </>
  );
};

/** Answers the page of an account: its plan and use, its settings, its keys, its export and its closing. */
export async function showAccount(
  deps: AccountPageDeps,
  reply: FastifyReply,
  id: string,
  refused: RefusedChange | null = null,
): Promise<FastifyReply> {
  const { request } = reply;
  const { accountId: own, hasScope } = visitorIn(request);
  if (own === null && (await deps.queries.closings.get(id))) return reply.redirect(closingUrl(id), 303);
  const read = await readAccount(deps, request, id);
  const { found, keys, lastUsed, stripe } = read;
  const mayWrite = hasScope('account:write');
  return show(
    reply,
    { title: found.name, account: id, crumbs: aboveAccount(request) },
    <>
      <AboutAccount request={request} {...read} />
      <Settings request={request} found={found} plans={Object.keys(deps.plans)} refused={refused} />
      <h2>API keys</h2>
      <KeyTable request={request} keys={keys} lastUsed={lastUsed} now={deps.now()} />
      {mayWrite && <NewKeyForm request={request} accountId={id} />}
      {(own === null || hasScope('payments:write')) && (
        <Stripe deps={deps} request={request} accountId={id} state={stripe} />
      )}
      <ExportLink accountId={id} />
      {mayWrite && (
        <>
          <h2>Close the account</h2>
          <p>
            <a href={`${accountUrl(id)}/close`}>Close it, and erase everything of it …</a>
          </p>
        </>
      )}
    </>,
  );
}

/** The page of an account, for its owners and for operators. */
export function accountPage(app: Routes, deps: AccountPageDeps): void {
  const config = { scope: 'account:write' } as const;
  app.get('/console/accounts/:id', { config, schema: { params: ById } }, (request, reply) =>
    showAccount(deps, reply, request.params.id),
  );
}
