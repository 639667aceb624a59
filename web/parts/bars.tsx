export interface Bar {
  readonly label: string;
  readonly value: number;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  /** The subject of the numbers, for screen readers. */
  readonly title: string;
}

const [width, height, gap] = [18, 48, 4];

/** Numbers as bars, each with its label and value in its tooltip. */
export const Bars = ({ bars, title }: BarsProps) => {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const total = bars.length * (width + gap);
  const words = `${title}: ${bars.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${total} ${height}`}
      width={total}
      height={height}
      role="img"
      aria-label={words}
    >
      {bars.map(({ label, value }, index) => {
        const tall = value === 0 ? 1 : Math.max(2, Math.round((value / highest) * height));
        return (
          <rect x={index * (width + gap)} y={height - tall} width={width} height={tall} rx="2">
            <title safe>{`${label}: ${value}`}</title>
          </rect>
        );
      })}
    </svg>
  );
};
