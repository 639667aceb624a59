import { type BarChart, shareText } from './chart.ts';
import { type ChartProps, groupClass } from './chart-parts.ts';
import { Count } from './counted-link.tsx';

const percentOf = (value: number, total: number): string =>
  `${total === 0 ? 0 : Math.min(100, (value / total) * 100).toFixed(2)}%`;

const Bar = ({ value, total, group }: { value: number; total: number; group: number }) => (
  <svg class="share-bar" width="100%" height="8" aria-hidden="true">
    <rect class="ground" width="100%" height="8" rx="2" />
    <rect class={groupClass(group)} width={percentOf(value, total)} height="8" rx="2" />
  </svg>
);

/** A bar and a count for each answer, in a table. */
export const Bars = ({
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
