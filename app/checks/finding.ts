/** A finding of a check. Its message names the fault and the remedy, and never holds a password. */
export interface Finding {
  readonly setting: 'EVENTSTORE_URL' | 'MONGODB_URL' | 'NATS_URL' | 'SMTP_URL' | 'DATA_DIR';
  /** A service with a mistake does not start. */
  readonly level: 'mistake' | 'warning';
  readonly message: string;
  /** The store may just be starting, so the check is repeated. */
  readonly mayPass?: boolean;
}

/** Makes the findings of one setting. */
export const findingsOf = (setting: Finding['setting']) => ({
  mistake: (message: string): Finding => ({ setting, level: 'mistake', message }),
  warning: (message: string): Finding => ({ setting, level: 'warning', message }),
});

/** Leaves out the findings that do not hold. */
export const holding = (...found: readonly (Finding | false)[]): Finding[] =>
  found.filter((finding) => finding !== false);

const warnMs = 2_000;

/**
 * Judges the difference between a store's clock and the clock of this machine.
 * @param limitS the largest allowed difference in seconds; 0 for no limit
 */
export function judgeClock(setting: Finding['setting'], aheadMs: number | null, limitS: number): Finding[] {
  const differenceMs = Math.abs(aheadMs ?? 0);
  if (aheadMs === null || differenceMs < warnMs) return [];
  const { mistake, warning } = findingsOf(setting);
  const clock = `names a server whose clock is ${(differenceMs / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  return limitS > 0 && differenceMs > limitS * 1_000
    ? [mistake(`${clock}: set both by NTP, or allow it with MAX_CLOCK_DIFFERENCE_S`)]
    : [warning(`${clock}: set both by NTP`)];
}
