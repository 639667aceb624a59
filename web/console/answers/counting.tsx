import { ApiError } from '../../../api/errors/errors.ts';
import type { CountedAnswers } from '../../../projections/queries/answers/count-answers.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Group } from './groups.ts';

/** Figures of this age are shown again; the page says how old they are. */
const maxAgeMs = 60_000;

type Shown =
  | { readonly counted: readonly CountedAnswers[] }
  | { readonly counted: null; readonly read: number; readonly total: number; readonly since: string };

/** Counts the answers of each group. */
export async function countGroups(
  { answerCounts }: Pick<WebDeps, 'answerCounts'>,
  groups: readonly Group[],
  { begunMs, waitMs }: { readonly begunMs: number | undefined; readonly waitMs: number },
): Promise<Shown> {
  const accepted = begunMs === undefined ? { maxAgeMs } : { begunMs };
  const counts = await Promise.all(
    groups.map(({ selection }) => answerCounts.of(selection, { ...accepted, waitMs })),
  );
  let [read, total, since] = [0, 0, Infinity];
  const counted: CountedAnswers[] = [];
  for (const count of counts) {
    if (!count) throw new ApiError('not_found');
    if (count.state === 'counted') {
      counted.push(count.answers);
      since = Math.min(since, Date.parse(count.answers.counted_at));
    } else {
      read += count.progress.read;
      total += count.progress.total;
      since = Math.min(since, count.begunMs);
    }
  }
  return counted.length === groups.length
    ? { counted }
    : { counted: null, read, total, since: new Date(since).toISOString() };
}

const countText = (read: number, total: number): string =>
  total === 0
    ? 'Counting the answers …'
    : `Counting the answers: ${Math.floor((Math.min(read, total) / total) * 100)} % (${read} of ${total} submissions)`;

/** A count that is in progress. With script, this part of the page is asked for again and again. */
export const Counting = ({
  read,
  total,
  again,
  waiting,
}: {
  read: number;
  total: number;
  again: string;
  waiting: string;
}) => (
  <div
    id="answers"
    hx-get={attributeText(again)}
    hx-trigger="load delay:600ms"
    hx-select="#answers"
    hx-swap="outerHTML"
  >
    <div class="empty">
      <p role="status" safe>
        {countText(read, total)}
      </p>
      <progress max="100" value={total === 0 ? 0 : Math.floor((read / total) * 100)} aria-label="Counted" />
      <noscript>
        <p>
          <a href={attributeText(waiting)}>Wait for the figures</a>
        </p>
      </noscript>
    </div>
  </div>
);
