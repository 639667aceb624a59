import type { NoticeContent } from './compose.ts';

/**
 * Writes a notice as the text of a chat, which Slack, Mattermost, Teams and others take as `{ "text": … }`. Titles that people have
 * chosen stay text: they mention no person and format nothing.
 */
export function chatTextOf({ title, paragraphs, action }: NoticeContent): string {
  const lines = [`*${plain(title)}*`, ...paragraphs.map(plain), `${plain(action.label)}: ${action.url}`];
  return lines.join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Angle brackets begin links and mentions in Slack, `@` mentions in the others, and the last characters format. */
const plain = (text: string): string =>
  text
    .replace(/[&<>]/g, (character) => entities[character] ?? character)
    .replace(/@(?=\w)/g, '@\u200b')
    .replace(/[*_~`[\]]/g, (character) => `\u200b${character}`);
