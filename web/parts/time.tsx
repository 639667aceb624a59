const second = 1_000;
const steps = [
  [365 * 86_400 * second, 'year'],
  [30 * 86_400 * second, 'month'],
  [86_400 * second, 'day'],
  [3_600 * second, 'hour'],
  [60 * second, 'minute'],
  [second, 'second'],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });

/** The distance of a moment from now, such as `3 min ago` or `in 2 hr`. */
function ageOf(at: string, now: Date): string {
  const ms = Date.parse(at) - now.getTime();
  const [length, unit] = steps.find(([each]) => Math.abs(ms) >= each) ?? [second, 'second'];
  const count = Math.trunc(ms / length);
  return count === 0 ? 'now' : relative.format(count, unit);
}

/** A moment with seconds and zone, such as `2026-01-31 12:00:05 UTC`. */
export const inUtc = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A moment with its zone and its age. Without one, a dash. */
export const Time = ({ at, now = new Date() }: { readonly at: string | null; readonly now?: Date }) =>
  at === null ? (
    <span class="quiet">–</span>
  ) : (
    <time datetime={at} title={at}>
      <span class="moment" safe>
        {inUtc(at)}
      </span>{' '}
      <small class="age" safe>
        {ageOf(at, now)}
      </small>
    </time>
  );

/** A duration in ms, in the unit that reads best. */
export function durationOf(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 48 * 3_600_000) return `${(ms / 3_600_000).toFixed(1)} h`;
  return `${Math.round(ms / 86_400_000)} days`;
}
