import type { Use } from '../../../commands/account/plan-usage.ts';

/** The use of a resource against its limit. */
export const UsageBar = ({ use: { used, limit } }: { readonly use: Use }) =>
  limit === null ? (
    <span>
      <span safe>{`${used}`}</span> <span class="quiet">without limit</span>
    </span>
  ) : (
    <>
      <progress value={String(used)} max={String(Math.max(1, limit))} aria-label={`${used} of ${limit}`} />
      <span safe>{`${used} of ${limit}`}</span>
    </>
  );
