import type { Use } from '../../../commands/account/plan-usage.ts';

interface Props {
  readonly use: Use;
  /** Writes an amount; a number by default. */
  readonly inWords?: (amount: number) => string;
  /** Of what quotas count only where there is a limit: the amount where there is none, or nothing if it is not known. */
  readonly unlimited?: string;
}

const inGroups = (count: number): string => count.toLocaleString('en');

/** The use of a resource against its limit. */
export function UsageBar({ use: { used, limit }, inWords = inGroups, unlimited = inWords(used) }: Props) {
  if (limit === null)
    return (
      <span>
        <span safe>{unlimited}</span> <span class="quiet">without limit</span>
      </span>
    );
  const text = `${inWords(used)} of ${inWords(limit)}`;
  return (
    <>
      <progress value={String(used)} max={String(Math.max(1, limit))} aria-label={text} />
      <span safe>{text}</span> <small safe>{`${inWords(Math.max(0, limit - used))} left`}</small>
    </>
  );
}
