import { setImmediate as nextTurn } from 'node:timers/promises';
import { asText } from './send-html.ts';

/** The longest time that rendering takes the main thread for before others get their turn, in ms. */
const turnMs = 5;

/**
 * Renders each item of a long page, a few at a time, so that other requests do not wait for all of it.
 * @returns the HTML of each item
 */
export async function inTurns<T>(
  items: readonly T[],
  render: (item: T, index: number) => JSX.Element,
): Promise<string[]> {
  const parts: string[] = [];
  let begun = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - begun > turnMs) {
      await nextTurn();
      begun = performance.now();
    }
    parts.push(asText(render(item, index)));
  }
  return parts;
}
