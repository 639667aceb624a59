import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, refused, valueOf } from '../../../api/errors/errors.ts';
import { changeAccount } from '../../../commands/account/change-account.ts';
import { type PlanUsage, planUsageOf } from '../../../commands/account/plan-usage.ts';
import { bytesInWords } from '../../../domain/file/file-rules.ts';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import { paymentProvider } from '../../../domain/payment-provider/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { Choice } from '../../parts/choice.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';
import { accountUrl } from './accounts.tsx';
import { closingUrl } from './closing.tsx';
import { ExportLink } from './export.tsx';
import { KeyTable, NewKeyForm } from './key-table.tsx';
import { LocaleForm } from './locale-form.tsx';
import { Stripe } from './stripe.tsx';
import { UsageBar } from './usage-bar.tsx';

const shownKeys = 100;
const rooms = ['forms', 'submissions', 'destinations', 'deliveries', 'recoveries'] as const;

/** Quotas count submissions only where the plan limits them; elsewhere so many are counted for the page. */
const countedSubmissions = 10_000;

/** The complete submissions of the month of an account whose plan has no limit. */
async function unlimitedSubmissions(
  { queries, now }: Pick<WebDeps, 'queries' | 'now'>,
  accountId: string,
): Promise<string> {
  const until = now().toISOString();
  const since = `${until.slice(0, 7)}-01T00:00:00.000Z`;
  const count = await queries.submissions.countOfAccount(accountId, {
    since,
    until,
    limit: countedSubmissions + 1,
  });
  return count > countedSubmissions ? `more than ${countedSubmissions}` : String(count);
}

const usageFacts = (plan: string, usage: PlanUsage, unlimited: string) =>
  [
    ['Plan', <span safe>{plan}</span>],
    ['Submissions this month', <UsageBar use={usage.submissions_this_month} unlimited={unlimited} />],
    ['Begun this month', <UsageBar use={usage.started_submissions_this_month} unlimited="" />],
    ['Published forms', <UsageBar use={usage.published_forms} />],
    ['Destinations', <UsageBar use={usage.destinations} />],
    ['Files', <UsageBar use={usage.file_bytes} inWords={bytesInWords} />],
  ] as const;

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

type EditedLocale = Pick<Parameters<typeof LocaleForm>[0], 'entered' | 'problems'>;

/** One account: its plan, its use of it, the settings of its new forms, and its keys. */
export function accountPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'keyUse' | 'now' | 'plans' | 'publicUrl' | 'queries' | 'quotas'>,
): void {
  const { queries, keyUse, plans, aggregates, now } = deps;
  const config = { operatorsOnly: true };

  /** @param edited the language and the time zone that were refused */
  async function page(request: FastifyRequest, reply: FastifyReply, id: string, edited?: EditedLocale) {
    const closing = await queries.closings.get(id);
    if (closing) return reply.redirect(closingUrl(id), 303);
    const [found, used] = await Promise.all([
      queries.accounts.get(id),
      planUsageOf({ ...deps, destinationIdsOf: queries.destinations.idsOf }, id),
    ]);
    if (!found || !used) throw new ApiError('not_found', { message: `There is no account ${id}.` });
    const isUnlimited = used.usage.submissions_this_month.limit === null;
    const unlimited = isUnlimited ? await unlimitedSubmissions(deps, id) : '';
    const { items: keys } = await queries.keys.list(id, { limit: shownKeys });
    const lastUsed = await keyUse.lastUsed(keys.map((key) => key.id));
    const { state: stripe } = await aggregates.load(paymentProvider, streamOf.paymentProvider(id, 'stripe'));
    const canWrite = visitorIn(request).hasScope(null);
    const { language = '', time_zone: timeZone = '' } = found;
    const locale = edited ?? { entered: { language, timeZone }, problems: [] };
    return show(
      reply,
      { title: found.name, account: id, crumbs: [['Accounts', '/console/accounts']] },
      <>
        <Facts
          facts={[
            ...usageFacts(used.plan, used.usage, unlimited),
            ['Language of new forms', <span safe>{language === '' ? 'none' : language}</span>],
            ['Time zone of new forms', <span safe>{timeZone === '' ? defaultTimeZone : timeZone}</span>],
            ['Id', <Id id={id} />],
            ['Opened', <Time at={found.created_at} />],
            ['Members', <a href={`${accountUrl(id)}/members`}>Who may enter</a>],
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
        {canWrite && (
          <>
            <h2>Plan</h2>
            <PlanForm request={request} accountId={id} plans={Object.keys(plans)} plan={used.plan} />
            <h2>Language and time zone of new forms</h2>
            <LocaleForm request={request} accountId={id} {...locale} />
          </>
        )}
        <h2>API keys</h2>
        <KeyTable request={request} keys={keys} lastUsed={lastUsed} now={now()} />
        {canWrite && <NewKeyForm request={request} accountId={id} />}
        <Stripe deps={deps} request={request} accountId={id} state={stripe} />
        <ExportLink accountId={id} />
        {canWrite && (
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

  app.get('/console/accounts/:id', { config, schema: { params: ById } }, async (request, reply) =>
    page(request, reply, request.params.id),
  );

  app.post(
    '/console/accounts/:id/plan',
    { config, schema: { params: ById, body: Type.Object({ plan: Type.String() }) } },
    async (request, reply) => {
      const { id } = request.params;
      const context = await contextFor(request, aggregates, 'account', id);
      const { account, position } = valueOf(await changeAccount(deps, { plan: request.body.plan }, context));
      const note = `The account has the plan ${account.plan}.`;
      return redirectAfterWrite(reply, { position }, { to: accountUrl(id), note });
    },
  );

  app.post(
    '/console/accounts/:id/locale',
    {
      config,
      schema: { params: ById, body: Type.Object({ language: Type.String(), time_zone: Type.String() }) },
    },
    async (request, reply) => {
      const { id } = request.params;
      const context = await contextFor(request, aggregates, 'account', id);
      const [language, timeZone] = [request.body.language.trim(), request.body.time_zone.trim()];
      const locale = {
        language: language === '' ? null : language,
        timeZone: timeZone === '' ? null : timeZone,
      };
      const changed = await changeAccount(deps, { locale }, context);
      if (!changed.ok && changed.error.code === 'invalid_request') {
        const { problems } = changed.error;
        return page(request, reply.code(422), id, { entered: { language, timeZone }, problems });
      }
      if (!changed.ok) throw refused(changed.error);
      return redirectAfterWrite(reply, changed.value, {
        to: accountUrl(id),
        note: 'New forms have these settings.',
      });
    },
  );
}
