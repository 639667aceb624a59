/** What a check found. Its message says what is wrong and what to do, and never holds a password. */
export interface Finding {
  readonly setting: 'EVENTSTORE_URL' | 'MONGODB_URL' | 'NATS_URL';
  /** A service with a mistake does not start. */
  readonly level: 'mistake' | 'warning';
  readonly message: string;
  /** It may be over in a moment: the store is starting, too. */
  readonly mayPass?: boolean;
}

/** Makes the findings of one setting. */
export const findingsOf = (setting: Finding['setting']) => ({
  mistake: (message: string): Finding => ({ setting, level: 'mistake', message }),
  warning: (message: string): Finding => ({ setting, level: 'warning', message }),
});

const warnMs = 2_000;

/**
 * Judges a difference between the clock of a store and this machine's.
 * @param limitS from here on it is a mistake; 0 for no limit
 */
export function judgeClock(setting: Finding['setting'], aheadMs: number | null, limitS: number): Finding[] {
  const differenceMs = Math.abs(aheadMs ?? 0);
  if (aheadMs === null || differenceMs < warnMs) return [];
  const { mistake, warning } = findingsOf(setting);
  const what = `names a server whose clock is ${(differenceMs / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  return limitS > 0 && differenceMs > limitS * 1_000
    ? [mistake(`${what}: set both by NTP, or allow it with MAX_CLOCK_DIFFERENCE_S`)]
    : [warning(`${what}: set both by NTP`)];
}
