import { attributeText } from '../../parts/attribute-text.ts';
import {
  type BarChart,
  type BarRow,
  type ColumnChart,
  type HeatMap,
  type NamedChart,
  shareText,
} from './chart.ts';
import { type AddressOf, Count } from './counted-link.tsx';

interface ChartProps {
  /** What the chart is about, for screen readers. */
  readonly title: string;
  /** The names of the groups. */
  readonly names: readonly string[];
  readonly addressOf: AddressOf;
}

const percentOf = (value: number, total: number): string =>
  `${total === 0 ? 0 : Math.min(100, (value / total) * 100).toFixed(2)}%`;

const groupClass = (index: number): string => (index === 0 ? 'one' : 'other');

const Bar = ({ value, total, group }: { value: number; total: number; group: number }) => (
  <svg class="share-bar" width="100%" height="8" aria-hidden="true">
    <rect class="ground" width="100%" height="8" rx="2" />
    <rect class={groupClass(group)} width={percentOf(value, total)} height="8" rx="2" />
  </svg>
);

const BarRows = ({
  chart: { rows, totals, omitted },
  title,
  names,
  addressOf,
}: ChartProps & { chart: BarChart }) => (
  <>
    <table class="shares">
      <caption class="hidden" safe>
        {title}
      </caption>
      <thead class={names.length > 1 ? '' : 'hidden'}>
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
        {rows.map(({ label, values, notes, counted }) => (
          <tr>
            <th scope="row">
              <span safe>{label}</span>
              {values.map((value, group) => (
                <Bar value={value} total={totals[group] ?? 0} group={group} />
              ))}
            </th>
            {values.map((value, group) => (
              <td class="number">
                <Count value={value} group={group} counted={counted} label={label} addressOf={addressOf} />{' '}
                <small safe>{shareText(value, totals[group] ?? 0)}</small>
                {notes?.[group] !== undefined && (
                  <small class="beside" safe>
                    {notes[group] ?? ''}
                  </small>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {omitted > 0 && <p class="small quiet" safe>{`${omitted} more are not shown.`}</p>}
  </>
);

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

const Columns = ({ chart: { columns }, title, names, addressOf }: ChartProps & { chart: ColumnChart }) => {
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

/** A shade from 0 to 10, by the share of a row. */
const shadeOf = (value: number, total: number): number =>
  total === 0 ? 0 : Math.round((value / total) * 10);

const Heat = ({ chart: { columns, rows, group }, title, addressOf }: ChartProps & { chart: HeatMap }) => (
  <div class="scroll" tabindex="0" role="region" aria-label={attributeText(`${title}: table`)}>
    <table class="heat">
      <caption class="hidden" safe>
        {title}
      </caption>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th scope="col" safe>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value: row, total, values }) => (
          <tr>
            <th scope="row" safe>
              {label}
            </th>
            {values.map((value, place) => (
              <td class={`number shade-${shadeOf(value, total)}`}>
                <Count
                  value={value}
                  group={group}
                  counted={{ value: columns[place]?.value ?? '', row }}
                  label={`${label}: ${columns[place]?.label ?? ''}`}
                  addressOf={addressOf}
                />{' '}
                <small safe>{shareText(value, total)}</small>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

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
        <BarRows chart={chart} title={whole} names={names} addressOf={addressOf} />
      ) : chart.type === 'columns' ? (
        <Columns chart={chart} title={whole} names={names} addressOf={addressOf} />
      ) : (
        <Heat chart={chart} title={whole} names={names} addressOf={addressOf} />
      )}
    </div>
  );
};
