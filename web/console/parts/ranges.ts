import Type, { type Static } from 'typebox';

const lengthsMs = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const;

export const rangeNames = ['1h', '24h', '7d', '30d'] as const;

/** A span of time that ends now. */
export const Range = Type.Enum(rangeNames);
export type Range = Static<typeof Range>;

const labels: Readonly<Record<Range, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

/** The ranges with their labels, for a choice. */
export const rangeChoices = rangeNames.map((range) => [range, labels[range]] as const);

const minuteMs = 60_000;

/** The beginning of a range, ISO 8601. It is a full minute, so that the pages of a list fit together. */
export const beginningOf = (range: Range, now: Date): string =>
  new Date(Math.floor((now.getTime() - lengthsMs[range]) / minuteMs) * minuteMs).toISOString();
