import { attributeText } from '../../parts/attribute-text.ts';
import type { BarRow, ColumnChart } from './chart.ts';
import { type ChartProps, groupClass } from './chart-parts.ts';
import { Count } from './counted-link.tsx';

const height = 120;

/** At most so many labels stand below an axis. */
const axisLabels = 4;

/** The columns that have a label below: as many as there is room for. */
export const labelled = (count: number): readonly number[] => {
  const shown = Math.min(count, axisLabels);
  return Array.from({ length: shown }, (_, place) =>
    Math.round((place * (count - 1)) / Math.max(1, shown - 1)),
  );
};

/** Columns along an axis, with their figures in a table that opens. */
export const Columns = ({
  chart: { columns },
  title,
  names,
  addressOf,
}: ChartProps & { chart: ColumnChart }) => {
  const highest = Math.max(1, ...columns.flatMap(({ values }) => values));
  const width = 100 / Math.max(1, columns.length);
  const each = (width * 0.86) / Math.max(1, names.length);
  return (
    <>
      <svg
        class="columns"
        width="100%"
        height={height + 2}
        role="img"
        aria-label={attributeText(`${title}: the figures are in the table below.`)}
      >
        {columns.map(({ label, values }, index) =>
          values.map((value, group) => {
            const tall = value === 0 ? 0 : Math.max(2, (value / highest) * height);
            return (
              <rect
                class={groupClass(group)}
                x={`${(index * width + group * each).toFixed(3)}%`}
                y={(height - tall).toFixed(1)}
                width={`${each.toFixed(3)}%`}
                height={tall.toFixed(1)}
              >
                <title safe>{`${label}: ${value}`}</title>
              </rect>
            );
          }),
        )}
        <rect class="line" x="0" y={height} width="100%" height="1" />
      </svg>
      <div class="axis" aria-hidden="true">
        {labelled(columns.length).map((index) => (
          <span safe>{columns[index]?.label ?? ''}</span>
        ))}
      </div>
      <Figures columns={columns} title={title} names={names} addressOf={addressOf} />
    </>
  );
};

const Figures = ({ columns, title, names, addressOf }: ChartProps & { columns: readonly BarRow[] }) => (
  <details>
    <summary>Figures</summary>
    <table class="figures">
      <caption class="hidden" safe>
        {title}
      </caption>
      <thead>
        <tr>
          <th scope="col">Answer</th>
          {(names.length > 1 ? names : ['Count']).map((name) => (
            <th scope="col" class="number" safe>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ label, values, counted }) => (
          <tr>
            <th scope="row" safe>
              {label}
            </th>
            {values.map((value, group) => (
              <td class="number">
                <Count value={value} group={group} counted={counted} label={label} addressOf={addressOf} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
