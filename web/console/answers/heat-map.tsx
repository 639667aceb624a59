import { attributeText } from '../../parts/attribute-text.ts';
import { type HeatMap, shareText } from './chart.ts';
import type { ChartProps } from './chart-parts.ts';
import { Count } from './counted-link.tsx';

/** A shade from 0 to 10, by the share of a row. */
const shadeOf = (value: number, total: number): number =>
  total === 0 ? 0 : Math.round((value / total) * 10);

/** A table whose cells are shaded by their share of the row. */
export const Heat = ({
  chart: { columns, rows, group },
  title,
  addressOf,
}: Omit<ChartProps, 'names'> & { chart: HeatMap }) => (
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
