import { inUtc } from '../../parts/time.tsx';
import { type Period, rangeNames } from './period.ts';
import { type Counted, highestCount, outcomeGroups } from './read-plots.ts';

interface Layer {
  readonly name: string;
  readonly class: string;
  readonly values: readonly number[];
}

interface PlotProps {
  readonly title: string;
  readonly stretches: readonly Counted[];
  /** From the bottom. */
  readonly layers: readonly Layer[];
}

const [height, bar, gap] = [120, 14, 3];
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const countText = (count: number): string =>
  count >= highestCount ? `${highestCount.toLocaleString('en')} or more` : count.toLocaleString('en');

/** The rectangles of a bar, from the bottom. However few, everything is visible. */
function stack(layers: readonly Layer[], index: number, highest: number) {
  let top = height;
  return layers.flatMap((layer) => {
    const value = layer.values[index] ?? 0;
    if (value === 0) return [];
    const tall = Math.min(top, Math.max(2, (value / highest) * height));
    top -= tall;
    return [{ class: layer.class, y: top, tall }];
  });
}

const describe = (layers: readonly Layer[], index: number): string =>
  layers.map(({ name, values }) => `${countText(values[index] ?? 0)} ${name}`).join(', ');

/** Counts over time as stacked bars, and as a table for those who do not see them. */
const Plot = ({ title, stretches, layers }: PlotProps) => {
  const totals = stretches.map((_, index) => sum(layers.map(({ values }) => values[index] ?? 0)));
  const highest = Math.max(1, ...totals);
  const width = stretches.length * (bar + gap);
  const words = layers.map(({ name, values }) => `${countText(sum(values))} ${name}`).join(', ');
  return (
    <figure>
      <figcaption>
        <strong safe>{title}</strong> <span safe>{words}</span>
      </figcaption>
      <svg
        class="outcomes wide-chart"
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${words}. The table below has each bar.`}
      >
        <rect class="ground" x="0" y={height - 0.5} width={width} height="0.5" />
        {stretches.map(({ since }, index) => (
          <g>
            <title safe>{`From ${inUtc(since)}: ${describe(layers, index)}`}</title>
            <rect class="touch" x={index * (bar + gap)} y="0" width={bar + gap} height={height} />
            {stack(layers, index, highest).map(({ y, tall, ...layer }) => (
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
      <p class="axis" aria-hidden="true">
        <span safe>{inUtc(stretches[0]?.since ?? '').slice(0, 16)}</span>
        <span safe>{inUtc(stretches.at(-1)?.until ?? '').slice(0, 16)}</span>
      </p>
      <details class="raw">
        <summary>As a table</summary>
        <div class="scroll" tabindex="0" role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                {layers.map(({ name }) => (
                  <th scope="col" class="number" safe>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {stretches.map(({ since }, index) => (
                <tr>
                  <th scope="row" safe>
                    {inUtc(since)}
                  </th>
                  {layers.map(({ values }) => (
                    <td class="number" safe>
                      {countText(values[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
};

const classes = { delivered: 'good', failed: 'bad', waiting: 'late', 'not sent': 'idle' } as const;

interface PlotsProps {
  readonly path: string;
  readonly period: Period;
  readonly counted: readonly Counted[];
  /** Whether the submissions are of the newest accounts alone. */
  readonly isPartial: boolean;
}

/** The choice of a period. */
export const Periods = ({ path, period }: Pick<PlotsProps, 'path' | 'period'>) => (
  <div class="buttons">
    <nav class="tabs" aria-label="Period">
      {rangeNames.map((range) => (
        <a
          href={`${path}?range=${range}`}
          {...(range === period.range && { 'aria-current': 'true' as const })}
        >
          {range}
        </a>
      ))}
    </nav>
    <form method="get" action={path} class="filters">
      <label>
        <span>From, in UTC</span>
        <input type="date" name="from" value={period.from} />
      </label>
      <label>
        <span>To</span>
        <input type="date" name="to" value={period.to} />
      </label>
      <button type="submit" class="secondary">
        Show
      </button>
    </form>
  </div>
);

/** Submissions and webhooks over a period, from the read models. */
export const Plots = ({ counted, isPartial }: Pick<PlotsProps, 'counted' | 'isPartial'>) => {
  const submissions = counted.flatMap((one) => (one.submissions === null ? [] : [one.submissions]));
  const webhooks = counted.flatMap((one) => (one.webhooks === null ? [] : [one.webhooks]));
  return (
    <>
      <div class="plots">
        {submissions.length > 0 && (
          <Plot
            title="Submissions"
            stretches={counted}
            layers={[{ name: 'complete', class: 'own', values: submissions }]}
          />
        )}
        {webhooks.length > 0 && (
          <Plot
            title="Webhooks, by the time of their event"
            stretches={counted}
            layers={outcomeGroups.map((group) => ({
              name: group,
              class: classes[group],
              values: webhooks.map((counts) => counts[group]),
            }))}
          />
        )}
      </div>
      <p class="quiet small" safe>
        {`Times are in UTC. Each bar counts up to ${highestCount.toLocaleString('en')}; counts of past bars are at most a minute old.${
          isPartial ? ' Submissions are those of the 100 newest accounts.' : ''
        }`}
      </p>
    </>
  );
};
