import type { Use } from '../../../commands/account/plan-usage.ts';

interface Props {
  readonly use: Use;
  /** Writes an amount; a number by default. */
  readonly inWords?: (amount: number) => string;
}

/** The use of a resource against its limit. */
export function UsageBar({ use: { used, limit }, inWords = String }: Props) {
  if (limit === null)
    return (
      <span>
        <span safe>{inWords(used)}</span> <span class="quiet">without limit</span>
      </span>
    );
  const text = `${inWords(used)} of ${inWords(limit)}`;
  return (
    <>
      <progress value={String(used)} max={String(Math.max(1, limit))} aria-label={text} />
      <span safe>{text}</span>
    </>
  );
}
