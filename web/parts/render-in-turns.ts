import { openTurns } from '../../async/turns.ts';
import type { LongTexts } from './long-texts.ts';
import { asText } from './send-html.ts';

/**
 * Renders each item of a long page, a few at a time, so that other requests do not wait for all of it.
 * @param longTexts those that `render` has shortened
 * @returns the HTML of each item
 */
export async function renderInTurns<T>(
  items: readonly T[],
  render: (item: T, index: number) => JSX.Element,
  longTexts?: LongTexts,
): Promise<string[]> {
  const parts: string[] = [];
  const turns = openTurns();
  for (const [index, item] of items.entries()) {
    if (turns.isOver()) await turns.next();
    const html = asText(render(item, index));
    parts.push(longTexts ? await longTexts.inserted(html) : html);
  }
  return parts;
}
