import type { Command } from 'commander';
import type { Static } from 'typebox';
import { Notice as NoticeSchema, NoticeChoices } from '../../../api/contract/accounts/notices.ts';
import { type NoticeKind, noticeKinds, type Pace, paces } from '../../../domain/notice/kinds.ts';
import { type NoticeStatus, noticeStatuses } from '../../../domain/notice/state.ts';
import { response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withLimit, withService } from '../context.ts';
import { listFrom, oneOf } from '../input/option-values.ts';
import { type Column, printItem, printList } from '../terminal/output.ts';
import { withExample } from '../with-json.ts';

const Notice = response(NoticeSchema, 'id', 'person_id', 'channel', 'about', 'status', 'created_at');
const Choices = response(NoticeChoices, 'person_id', 'mail', 'chat');

const columns: readonly Column<Static<typeof Notice>>[] = [
  ['created', ({ created_at }) => created_at],
  ['about', ({ about }) => about.kind],
  ['channel', ({ channel }) => channel],
  ['status', ({ status }) => status],
  ['next attempt', ({ due_at }) => due_at],
  ['person', ({ person_id }) => person_id, 'whole'],
  ['id', ({ id }) => id, 'whole'],
];

/** Newer services may have further kinds. */
interface Chosen {
  readonly kinds: readonly string[];
  readonly submissions: string | null;
}

const inWords = ({ kinds, submissions }: Chosen): string =>
  [...kinds, ...(submissions === null ? [] : [`submissions (${submissions})`])].join(', ') || 'nothing';

const choiceColumns: readonly Column<Static<typeof Choices>>[] = [
  ['person', ({ person_id }) => person_id, 'whole'],
  ['mail', ({ mail }) => inWords(mail)],
  ['chat', ({ chat }) => inWords(chat)],
  ['chat host', ({ chat }) => chat.host],
];

/** `none` stands for an empty choice. */
const kindsFrom = (value: string): NoticeKind[] => (value === 'none' ? [] : listFrom(noticeKinds)(value));
const paceFrom = (value: string): Pace | null => (value === 'never' ? null : oneOf(paces)(value));

interface ListOptions extends CommonOptions {
  readonly limit: number;
  readonly person?: string;
  readonly status?: NoticeStatus;
}

interface ChooseOptions extends CommonOptions {
  readonly mail?: NoticeKind[];
  readonly mailSubmissions?: Pace | null;
  readonly chat?: NoticeKind[];
  readonly chatSubmissions?: Pace | null;
  readonly chatUrl?: string;
}

/** `formlog notices …` */
export function defineNotices(notices: Command, context: CliContext): void {
  withExample(notices, 'notices choose 5hKm2aXr7sVtYb1c4fJk --mail destination.failing,quota.reached');

  withService(
    withLimit(notices.command('list').description('list the notices with their outcome, newest first'))
      .option('--person <id>', 'only notices to this person')
      .option('--status <status>', noticeStatuses.join(', '), oneOf(noticeStatuses)),
    'notices list --status failed',
  ).action(async ({ limit, person, status, ...options }: ListOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const items = await api.list(await accountPath('notices'), Notice, { person, status }, limit);
    printList(output, items, columns, 'No notices were sent.');
  });

  withService(
    notices
      .command('show')
      .description('show the notices that a member has chosen')
      .argument('<person>', 'the id of the person'),
    'notices show 5hKm2aXr7sVtYb1c4fJk',
  ).action(async (person: string, options: CommonOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = `${await accountPath('members')}/${encodeURIComponent(person)}/notices`;
    printItem(output, await api.get(path, Choices), choiceColumns);
  });

  withService(
    notices
      .command('choose')
      .description('choose the notices of a member; options that are absent change nothing')
      .argument('<person>', 'the id of the person')
      .option('--mail <kinds>', `by mail: none, or a list of ${noticeKinds.join(', ')}`, kindsFrom)
      .option('--mail-submissions <pace>', `new submissions by mail: never, ${paces.join(', ')}`, paceFrom)
      .option('--chat <kinds>', 'in a chat: the same', kindsFrom)
      .option('--chat-submissions <pace>', 'new submissions in a chat: the same', paceFrom)
      .option('--chat-url <url>', 'the incoming webhook of the chat; "none" removes it'),
    'notices choose 5hKm2aXr7sVtYb1c4fJk --mail destination.failing --mail-submissions daily',
  ).action(async (person: string, options: ChooseOptions) => {
    const { mail, mailSubmissions, chat, chatSubmissions, chatUrl, ...common } = options;
    const { api, accountPath, output } = openSession(context, common);
    const path = `${await accountPath('members')}/${encodeURIComponent(person)}/notices`;
    const before = await api.get(path, Choices);
    const changed = (
      { kinds, submissions }: Chosen,
      newKinds: NoticeKind[] | undefined,
      newPace: Pace | null | undefined,
    ): Chosen => ({ kinds: newKinds ?? kinds, submissions: newPace === undefined ? submissions : newPace });
    const body = {
      mail: changed(before.mail, mail, mailSubmissions),
      chat: changed(before.chat, chat, chatSubmissions),
      ...(chatUrl !== undefined && { chat_url: chatUrl === 'none' ? null : chatUrl }),
    };
    printItem(output, await api.put(path, Choices, body), choiceColumns);
  });
}
