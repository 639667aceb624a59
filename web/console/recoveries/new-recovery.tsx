import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { valueOf } from '../../../api/errors/errors.ts';
import { requestRecovery } from '../../../commands/recovery/request-recovery.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { maxDestinations } from '../../../domain/destination/limits.ts';
import { countRecoverable } from '../../../projections/read-models/recoveries/count-recoverable.ts';
import type { InputProblem } from '../../check-input.ts';
import type { WebDeps } from '../../web-deps.ts';
import { accountOf } from '../parts/account-choice.tsx';
import { beginningOf } from '../parts/ranges.ts';
import { requireWriter } from '../parts/require-writer.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { ofAccount, show } from '../shell.tsx';
import { asLocal, checkChoice, Chosen } from './choice.ts';
import { ChoiceForm } from './choice-form.tsx';
import { defaultRateOf, PreviewSection, readPreview } from './preview.tsx';

const titles = { send: 'Recover webhooks', cancel: 'Cancel waiting webhooks' } as const;
const list = '/console/recoveries';
const path = `${list}/new`;
const offeredForms = 100;

/** The choice of webhooks, how many they are, and the beginning of their recovery. */
export function newRecoveryPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'queries' | 'recoveriesPerSecond'>,
): void {
  const { queries, aggregates, now } = deps;
  const config = { scope: 'webhooks:write' } as const;

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      account,
      chosen,
      problems = [],
    }: { account: string; chosen: Chosen; problems?: readonly InputProblem[] },
  ) {
    const [{ items: destinations }, { items: forms }] = await Promise.all([
      queries.destinations.list(account, { limit: maxDestinations }),
      queries.forms.list(account, { limit: offeredForms }),
    ]);
    const checked = checkChoice(chosen, now());
    const preview = checked.ok
      ? await readPreview(deps, checked.value, { accountId: account, destinations })
      : null;
    return show(
      reply,
      {
        title: titles[chosen.action ?? 'send'],
        account,
        crumbs: [['Recoveries', ofAccount(list, account)]],
      },
      <>
        <ChoiceForm
          account={account}
          chosen={chosen}
          destinations={destinations}
          forms={forms}
          problems={checked.ok ? problems : checked.error}
          defaultRate={defaultRateOf(deps, chosen.action)}
        />
        <div id="preview" aria-live="polite">
          {preview ? (
            <PreviewSection request={request} account={account} chosen={chosen} preview={preview} />
          ) : (
            <p class="quiet">Correct the fields marked above to see how many webhooks would be included.</p>
          )}
        </div>
      </>,
    );
  }

  app.get(path, { config, schema: { querystring: Chosen } }, async (request, reply) => {
    requireWriter(request);
    const { account: asked, action = 'send' } = request.query;
    const account = await accountOf(deps, request, reply, { title: titles[action], path, account: asked });
    if (account === null) return reply;
    const since = request.query.since ?? asLocal(beginningOf('24h', now()));
    return page(request, reply, { account, chosen: { ...request.query, since } });
  });

  const body = Type.Object({ ...Chosen.properties, once: Type.Optional(Type.String({ maxLength: 100 })) });
  app.post(list, { config, schema: { body } }, async (request, reply) => {
    const { once = '', ...chosen } = request.body;
    const title = titles[chosen.action ?? 'send'];
    const account = await accountOf(deps, request, reply, { title, path, account: chosen.account });
    if (account === null) return reply;
    const context = await contextFor(request, aggregates, 'account', account);
    const checked = checkChoice(chosen, now());
    if (!checked.ok) return page(request, reply.code(422), { account, chosen, problems: checked.error });
    const { action, note, selection, perSecond = defaultRateOf(deps, action) } = checked.value;
    const { recovery, position } = valueOf(
      await requestRecovery(
        { ...deps, countRecoverable: countRecoverable(queries) },
        { action, note, selection, perSecond },
        // Sent twice, the form begins one recovery.
        once === '' ? context : { ...context, requestKey: derivedId(account, 'console', once) },
      ),
    );
    return redirectAfterWrite(
      reply,
      { position },
      {
        to: `${list}/${recovery.recoveryId}`,
        note: action === 'cancel' ? 'The cancellation has begun.' : 'The recovery has begun.',
      },
    );
  });
}
