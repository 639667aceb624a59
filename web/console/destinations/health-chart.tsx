import { inUtc } from '../../parts/time.tsx';
import { type Bucket, type Counts, type DeliveryGroup, deliveryGroups } from './health.ts';

/** The counts that are not zero, in words. */
export const describeCounts = (counts: Counts): string =>
  deliveryGroups
    .filter((group) => counts[group] > 0)
    .map((group) => `${counts[group]} ${group}`)
    .join(', ') || 'none';

const layers = [
  { class: 'good', groups: ['delivered'] },
  { class: 'bad', groups: ['failed', 'retrying'] },
  { class: 'idle', groups: ['waiting', 'skipped', 'cancelled'] },
] as const satisfies readonly { class: string; groups: readonly DeliveryGroup[] }[];

const sum = (counts: Counts, groups: readonly DeliveryGroup[]): number =>
  groups.reduce((total, group) => total + counts[group], 0);

interface Layer {
  readonly class: string;
  readonly y: number;
  readonly tall: number;
}

/** The layers of a bar, from the bottom. However few, deliveries are visible. */
function layersOf(counts: Counts, highest: number, height: number): Layer[] {
  let top = height;
  return layers.flatMap((layer) => {
    const count = sum(counts, layer.groups);
    if (count === 0) return [];
    const tall = Math.min(top, Math.max(1.5, (count / highest) * height));
    top -= tall;
    return [{ class: layer.class, y: top, tall }];
  });
}

interface ChartProps {
  readonly buckets: readonly Bucket[];
  /** The subject of the numbers, for screen readers. */
  readonly title: string;
  readonly height: number;
  /** The width of a bar. */
  readonly bar: number;
  readonly class: string;
}

const gap = 1;

/** Deliveries by outcome over time, as stacked bars. */
export const HealthChart = ({ buckets, title, height, bar, ...chart }: ChartProps) => {
  const highest = Math.max(1, ...buckets.map(({ counts }) => sum(counts, deliveryGroups)));
  const width = buckets.length * (bar + gap);
  return (
    <svg
      class={`outcomes ${chart.class}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={title}
    >
      <rect class="ground" x="0" y={height - 0.5} width={width} height="0.5" />
      {buckets.map(({ from, counts }, index) => (
        <g>
          <title safe>{`${inUtc(from)}: ${describeCounts(counts)}`}</title>
          <rect class="touch" x={index * (bar + gap)} y="0" width={bar + gap} height={height} />
          {layersOf(counts, highest, height).map(({ y, tall, ...layer }) => (
            <rect
              class={layer.class}
              x={index * (bar + gap)}
              y={y.toFixed(2)}
              width={bar}
              height={tall.toFixed(2)}
            />
          ))}
        </g>
      ))}
    </svg>
  );
};
