import { escapeHtml } from '@kitajs/html';
import type { MailTexts } from './texts.ts';

/** A link of a message. */
export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** The content of a message, from which its text and its HTML are made. */
export interface MailContent {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** What the reader may do next. */
  readonly action?: MailLink;
  /** Why the reader gets the message, and the like: below a line, in small print. */
  readonly footer?: readonly string[];
  /** Where the reader stops such messages. */
  readonly stop?: MailLink;
}

/**
 * Writes a message as plain text and as HTML with the same content. Each text may hold anything: it is escaped.
 * @param texts the language and the direction of the content
 */
export function renderMail(
  texts: MailTexts,
  content: MailContent,
): { readonly text: string; readonly html: string } {
  const footer = [...(content.footer ?? []), texts.say('automatic')];
  return { text: textOf({ ...content, footer }), html: htmlOf({ ...content, footer }, texts) };
}

/** The content with all of its small print. */
type Complete = MailContent & Required<Pick<MailContent, 'footer'>>;

function textOf({ title, paragraphs, action, footer, stop }: Complete): string {
  const small = [...footer, ...(stop ? [`${stop.label}\n${stop.url}`] : [])];
  return [
    title,
    ...paragraphs,
    ...(action ? [`${action.label}\n${action.url}`] : []),
    // Mail programs treat what follows this line as a signature.
    `-- \n${small.join('\n\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}

const styles = {
  page: 'margin:0;padding:24px 12px;font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5',
  column: 'max-width:560px;margin:0 auto',
  title: 'font-size:20px;line-height:1.3;margin:0 0 16px',
  paragraph: 'margin:0 0 16px;white-space:pre-line',
  action:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1d5fd1;color:#ffffff;text-decoration:none;font-weight:600',
  small: 'font-size:13px;margin:0 0 8px;white-space:pre-line',
  rule: 'border:0;border-top:1px solid #999999;margin:24px 0 16px',
} as const;

function htmlOf(
  { title, paragraphs, action, footer, stop }: Complete,
  { language, direction }: Pick<MailTexts, 'language' | 'direction'>,
): string {
  const link = ({ label, url }: MailLink, style: string): string =>
    `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
  const paragraph = (inner: string, style: string): string => `<p style="${style}">${inner}</p>`;
  const small = [
    ...footer.map((text) => paragraph(escapeHtml(text), styles.small)),
    ...(stop ? [paragraph(link(stop, ''), styles.small)] : []),
  ];
  return [
    `<!doctype html><html lang="${escapeHtml(language)}" dir="${escapeHtml(direction)}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<title>${escapeHtml(title)}</title></head>`,
    `<body style="${styles.page}"><div style="${styles.column}">`,
    `<h1 style="${styles.title}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => paragraph(escapeHtml(text), styles.paragraph)),
    ...(action ? [paragraph(link(action, styles.action), styles.paragraph)] : []),
    `<hr style="${styles.rule}">`,
    ...small,
    '</div></body></html>',
  ].join('\n');
}
