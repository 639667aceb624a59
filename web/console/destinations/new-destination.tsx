import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { requireAnswersFor } from '../../../api/auth/answers.ts';
import { contextFor } from '../../../api/auth/owners.ts';
import { Id } from '../../../api/contract/values.ts';
import { valueOf } from '../../../api/errors/errors.ts';
import { withDestinationReads } from '../../../api/requests/destination-reads.ts';
import { requestOf } from '../../../api/requests/destination-settings.ts';
import { configureDestination } from '../../../commands/destination/configure-destination.ts';
import type { InputProblem } from '../../check-input.ts';
import { sendHtml } from '../../parts/send-html.ts';
import type { WebDeps } from '../../web-deps.ts';
import { accountOf } from '../parts/account-choice.tsx';
import { ProblemUpdates } from '../parts/field.tsx';
import { requireWriter } from '../parts/require-writer.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { setPosition } from '../session/cookies.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { checkNewDraft } from './check-draft.ts';
import { DestinationForm } from './destination-form.tsx';
import { blankDraft, type DestinationDraft, draftOfTemplate, fieldNames, readDraft } from './draft.ts';
import { NewSecret } from './secret.tsx';
import { type InvalidTemplate, TemplateEntry } from './template.tsx';

const title = 'Add a destination';
const list = '/console/destinations';
const path = `${list}/new`;

/** The forms to choose from. */
export const offeredForms = 100;

/** How long the service remembers a form that was sent, in ms. */
const deduplicationMs = 24 * 3_600_000;

export const FormBody = Type.Record(Type.String(), Type.Unknown());

/** The problems of a draft as it is typed: an empty field is no problem yet. */
export const withoutEmptyFields = ({ label, url }: DestinationDraft, problems: readonly InputProblem[]) =>
  problems.filter(({ path: at }) => !((at === '/label' && label === '') || (at === '/url' && url === '')));

interface Page {
  readonly account: string;
  readonly draft: DestinationDraft;
  readonly problems: readonly InputProblem[];
  /** A template that could not be read. */
  readonly template?: InvalidTemplate;
}

/** The way to a new destination. */
export function newDestinationPage(
  app: Routes,
  deps: Pick<
    WebDeps,
    | 'aggregates'
    | 'destinationGrants'
    | 'destinationRules'
    | 'log'
    | 'newId'
    | 'now'
    | 'progress'
    | 'queries'
    | 'secrets'
    | 'spentTokens'
  >,
): void {
  const { queries, aggregates, spentTokens, now } = deps;
  const config = { scope: 'webhooks:write' } as const;
  const querystring = Type.Object({ account: Type.Optional(Id) });

  const chooseAccount = (request: FastifyRequest, reply: FastifyReply, account: string | undefined) =>
    accountOf(deps, request, reply, { title, path, account });

  /** Whether a form is sent for the first time. */
  async function isFirstRequest(account: string, token: unknown): Promise<boolean> {
    if (typeof token !== 'string') return true;
    const until = new Date(now().getTime() + deduplicationMs);
    return spentTokens.spend(`destination ${account} ${token.slice(0, 100)}`, until);
  }

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    { account, template, ...formProps }: Page,
  ) {
    const { items: forms } = await queries.forms.list(account, { limit: offeredForms });
    return show(
      reply,
      { title, account, crumbs: [['Destinations', ofAccount(list, account)]] },
      <>
        <DestinationForm
          request={request}
          action={ofAccount(path, account)}
          check={ofAccount(`${path}/check`, account)}
          back={ofAccount(list, account)}
          forms={forms}
          isNew
          {...formProps}
        />
        <TemplateEntry request={request} account={account} unread={template} />
      </>,
    );
  }

  app.get(path, { config, schema: { querystring } }, async (request, reply) => {
    requireWriter(request);
    const account = await chooseAccount(request, reply, request.query.account);
    if (account === null) return reply;
    return page(request, reply, { account, draft: blankDraft, problems: [] });
  });

  app.post(`${path}/check`, { config, schema: { querystring, body: FormBody } }, async (request, reply) => {
    const account = await chooseAccount(request, reply, request.query.account);
    if (account === null) return reply;
    const draft = readDraft(request.body);
    const checked = await checkNewDraft(deps, draft, account);
    const problems = checked.ok ? [] : withoutEmptyFields(draft, checked.error);
    return sendHtml(reply, <ProblemUpdates names={fieldNames} problems={problems} />);
  });

  app.post(
    `${path}/template`,
    { config, schema: { querystring, body: Type.Object({ template: Type.String() }) } },
    async (request, reply) => {
      const account = await chooseAccount(request, reply, request.query.account);
      if (account === null) return reply;
      const { template: text } = request.body;
      const read = draftOfTemplate(text);
      if (!read.ok)
        return page(request, reply.code(422), {
          account,
          draft: blankDraft,
          problems: [],
          template: { text, problem: read.error },
        });
      const checked = await checkNewDraft(deps, read.value, account);
      return page(request, reply, {
        account,
        draft: read.value,
        problems: checked.ok ? [] : checked.error,
      });
    },
  );

  app.post(path, { config, schema: { querystring, body: FormBody } }, async (request, reply) => {
    const account = await chooseAccount(request, reply, request.query.account);
    if (account === null) return reply;
    const context = await contextFor(request, aggregates, 'account', account);
    const draft = readDraft(request.body);
    const checked = await checkNewDraft(deps, draft, account);
    if (!checked.ok) return page(request, reply.code(422), { account, draft, problems: checked.error });
    requireAnswersFor(request, checked.value.events);
    if (!(await isFirstRequest(account, request.body['once'])))
      return redirectAfterWrite(
        reply,
        { position: null },
        {
          to: ofAccount(list, account),
          note: 'The form was sent twice; the destination was added once. Rotate its secret if you need it.',
        },
      );
    const { destinationId, signingSecret, position } = valueOf(
      await configureDestination(withDestinationReads(deps), requestOf(checked.value), context),
    );
    if (position !== null) setPosition(request, reply, position);
    return show(
      reply.code(201),
      { title: 'The destination is added', account, crumbs: [['Destinations', ofAccount(list, account)]] },
      <>
        <NewSecret secret={signingSecret ?? ''} href={`${list}/${destinationId}`} />
        <p>Then send a test from the page of the destination, to see whether the receiver answers.</p>
        {visitorIn(request).person !== null && (
          <p>
            A mail tells you when it fails, if you <a href="/console/you/notices">choose that notice</a>.
          </p>
        )}
      </>,
    );
  });
}
