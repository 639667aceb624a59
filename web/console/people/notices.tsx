import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { refused, valueOf } from '../../../api/errors/errors.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import {
  chooseNotices,
  chosenNotices,
  type NoticeSettings,
} from '../../../commands/notice/choose-notices.ts';
import { NoticeKind, Pace } from '../../../domain/notice/kinds.ts';
import type { NoticeView } from '../../../projections/read-models/notices/queries.ts';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { personIn, visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';
import { NoticeForm, type NoticeRefusal } from './notice-form.tsx';
import { statusNames, triggerNames } from './notice-words.ts';

const noticesPath = '/console/you/notices';

type Deps = Pick<WebDeps, 'aggregates' | 'destinationRules' | 'mailer' | 'now' | 'queries' | 'secrets'>;

/** The last notices to the person. */
const SentNotices = ({ notices }: { readonly notices: readonly NoticeView[] }) => (
  <Table
    cards
    caption="Notices, the last first"
    items={notices}
    empty={<p>No notice was sent to you yet.</p>}
    columns={[
      { title: 'About', cell: ({ trigger }) => <span>{triggerNames[trigger.kind]}</span> },
      { title: 'Happened', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
      { title: 'Through', cell: ({ channel }) => <span>{channel === 'mail' ? 'Mail' : 'Chat'}</span> },
      {
        title: 'Status',
        cell: ({ status, due_at }) => (
          <>
            <span>{statusNames[status]}</span>
            {due_at !== undefined && (
              <small>
                {' '}
                next attempt <Time at={due_at} />
              </small>
            )}
          </>
        ),
      },
    ]}
  />
);

async function showNotices(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: NoticeRefusal | null = null,
): Promise<FastifyReply> {
  const accountId = visitorIn(request).accountId ?? '';
  const { personId, email } = personIn(request);
  const [chosen, sent] = await Promise.all([
    chosenNotices(deps, accountId, personId),
    deps.queries.notices.list(accountId, { personId, limit: 20 }),
  ]);
  if (!chosen.ok) throw refused(chosen.error);
  const { choices } = chosen.value;
  return show(
    reply,
    { title: 'Your notices', crumbs: [['You', '/console/you']] },
    <>
      {!deps.mailer && <p class="note">This service sends no mail: its operator has set no mail server.</p>}
      <NoticeForm
        request={request}
        action={noticesPath}
        email={email}
        mail={choices.mail.choice}
        chat={choices.chat.choice}
        chatHost={choices.chatAddress?.host ?? null}
        refusal={refusal}
      />
      <h2>The last notices to you</h2>
      <SentNotices notices={sent.items} />
    </>,
  );
}

const Kinds = Type.Optional(Type.Union([Type.Array(NoticeKind), NoticeKind]));
const Choices = Type.Object({
  mail_kinds: Kinds,
  mail_submissions: Type.Union([Pace, Type.Literal('')]),
  chat_kinds: Kinds,
  chat_submissions: Type.Union([Pace, Type.Literal('')]),
  chat_url: Type.String({ maxLength: 2_000 }),
  chat_remove: Type.Optional(Type.String()),
});

const choiceOf = (kinds: NoticeKind | readonly NoticeKind[] = [], pace: Pace | '') => ({
  kinds: typeof kinds === 'string' ? [kinds] : [...kinds],
  submissions: pace === '' ? null : pace,
});

/** The notices of the person who has signed in, in the account of the session. */
export function noticesPages(app: Routes, deps: Deps): void {
  const config = { membersOnly: true } as const;

  app.get(noticesPath, async (request, reply) =>
    visitorIn(request).person ? showNotices(deps, request, reply) : reply.redirect('/console/session', 303),
  );

  app.post(noticesPath, { config, schema: { body: Choices } }, async (request, reply) => {
    const { mail_kinds, mail_submissions, chat_kinds, chat_submissions, chat_remove, ...rest } = request.body;
    const url = rest.chat_url.trim();
    const isRemoved = chat_remove === 'yes';
    const mail = choiceOf(mail_kinds, mail_submissions);
    const chat = isRemoved ? choiceOf([], '') : choiceOf(chat_kinds, chat_submissions);
    const settings: NoticeSettings = {
      mail,
      chat,
      ...(isRemoved ? { chatUrl: null } : url !== '' && { chatUrl: url }),
    };
    const { personId } = personIn(request);
    const context = contextOf(request, visitorIn(request).accountId ?? '', { kind: 'member', id: personId });
    const chosen = await chooseNotices(deps, personId, settings, context);
    if (!chosen.ok && chosen.error.code === 'invalid_request') {
      const text = chosen.error.problems[0]?.message ?? chosen.error.message;
      return showNotices(deps, request, reply.code(422), { url, text, mail, chat });
    }
    return redirectAfterWrite(reply, valueOf(chosen), { to: noticesPath, note: 'Saved.' });
  });
}
