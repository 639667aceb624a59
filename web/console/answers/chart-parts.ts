import type { AddressOf } from './counted-link.tsx';

export interface ChartProps {
  /** What the chart is about, for screen readers. */
  readonly title: string;
  /** The names of the groups. */
  readonly names: readonly string[];
  readonly addressOf: AddressOf;
}

/** The class of the colour of a group. */
export const groupClass = (index: number): string => (index === 0 ? 'one' : 'other');
