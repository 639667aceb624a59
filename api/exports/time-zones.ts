const minuteMs = 60_000;

/**
 * Returns a function that writes a UTC timestamp in a zone, with its offset: `2026-07-01T14:00:00.000+02:00`. In UTC it is unchanged.
 */
export function timeWriter(timeZone: string): (timestamp: string) => string {
  if (timeZone === 'UTC') return (timestamp) => timestamp;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  /** Offsets change at whole minutes. */
  let known: { readonly minute: number; readonly offset: string } | null = null;
  const offsetAt = (time: number): string => {
    const minute = Math.floor(time / minuteMs);
    if (known?.minute === minute) return known.offset;
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const offset = name.replace('GMT', '').slice(0, 6) || '+00:00';
    known = { minute, offset };
    return offset;
  };
  return (timestamp) => {
    const time = Date.parse(timestamp);
    const offset = offsetAt(time);
    const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
    const ahead = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minuteMs;
    return new Date(time + ahead).toISOString().replace('Z', offset);
  };
}
