import {
  chooseNotices,
  type ChosenNotices,
  chosenNotices,
  type NoticeSettings,
} from '../../commands/notice/choose-notices.ts';
import type { NoticeView } from '../../projections/read-models/notices/queries.ts';
import type { ApiDeps } from '../api-deps.ts';
import { noticeOperations } from '../contract/accounts/notices.ts';
import { defaultLimit } from '../contract/values.ts';
import { refused } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import type { Paging } from '../requests/paging.ts';
import { committed, readAfter } from '../requests/requests.ts';

const choicesRecord = (personId: string, { choices: { mail, chat, chatAddress } }: ChosenNotices) => ({
  person_id: personId,
  mail: { ...mail.choice, kinds: [...mail.choice.kinds] },
  chat: { ...chat.choice, kinds: [...chat.choice.kinds], host: chatAddress?.host ?? null },
});

function noticeRecord({ account_id: _, trigger: about, due_at, attempts, ...notice }: NoticeView) {
  if (about.kind === 'person.changed') throw new Error('mails about changes of a person are of no account');
  return { ...notice, about, due_at: due_at ?? null, attempts: [...attempts] };
}

/** The notices of an account: the choices of its members, and the notices with their attempts. */
export function noticeRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'destinationRules' | 'log' | 'now' | 'progress' | 'queries' | 'secrets'>,
  paging: Paging,
): void {
  api.route(noticeOperations.readNoticeChoices, async (request) => {
    // The log itself is read: it holds what a read model has reached.
    await readAfter(request, deps.progress, ['accounts']);
    const { accountId } = await api.contextOfAccount(request);
    const { person } = request.params;
    const found = await chosenNotices(deps, accountId, person);
    if (!found.ok) throw refused(found.error);
    return choicesRecord(person, found.value);
  });

  api.route(noticeOperations.chooseNotices, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const { person } = request.params;
    const { mail, chat, chat_url: chatUrl } = request.body;
    const settings: NoticeSettings = {
      ...(mail && { mail }),
      ...(chat && { chat }),
      ...(chatUrl !== undefined && { chatUrl }),
    };
    return choicesRecord(person, committed(reply, await chooseNotices(deps, person, settings, context)));
  });

  api.route(noticeOperations.listNotices, async (request, reply) => {
    await readAfter(request, deps.progress, ['notices']);
    const { accountId } = await api.contextOfAccount(request);
    const { limit = defaultLimit, cursor, person: personId, status } = request.query;
    const binding = [accountId, 'notices', personId ?? null, status ?? null];
    const page = await deps.queries.notices.list(accountId, {
      limit,
      personId,
      status,
      ...paging.after(binding, cursor),
    });
    return paging.reply(request, reply, binding, page, noticeRecord);
  });
}
