import { Bars } from './bar-chart.tsx';
import type { NamedChart } from './chart.ts';
import type { ChartProps } from './chart-parts.ts';
import { Columns } from './column-chart.tsx';
import { Heat } from './heat-map.tsx';

/** A chart as a part of the page: its figures can be read. */
export const Chart = ({
  of: { name, chart },
  title,
  names,
  addressOf,
}: ChartProps & { readonly of: NamedChart }) => {
  const whole = name === null ? title : `${title}, ${name}`;
  return (
    <div class="chart">
      {name !== null && (
        <p class="chart-name" safe>
          {name}
        </p>
      )}
      {chart.type === 'bars' ? (
        <Bars chart={chart} title={whole} names={names} addressOf={addressOf} />
      ) : chart.type === 'columns' ? (
        <Columns chart={chart} title={whole} names={names} addressOf={addressOf} />
      ) : (
        <Heat chart={chart} title={whole} addressOf={addressOf} />
      )}
    </div>
  );
};
