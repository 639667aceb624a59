import {
  type BarChart,
  type BarRow,
  type ColumnChart,
  type HeatMap,
  type NamedChart,
  shareText,
} from './chart.ts';
import { labelled } from './column-chart.tsx';
import {
  colours,
  ground,
  ink,
  inner,
  Line,
  lineHeight,
  margin,
  type Piece,
  quiet,
  space,
  textPiece,
  wrap,
} from './image-pieces.tsx';

/** The most rows and columns of a table in an image. */
const [maxRows, maxHeatColumns] = [60, 12];

function barPieces({ rows, totals, omitted }: BarChart): Piece[] {
  const shown = rows.slice(0, maxRows).map((row) => barPiece(row, totals));
  const left = omitted + rows.length - shown.length;
  return left > 0 ? [...shown, textPiece(`${left} more are not shown.`, { fill: quiet })] : shown;
}

function barPiece({ label, values, notes }: BarRow, totals: readonly number[]): Piece {
  const lines = wrap(label, inner, 2);
  const barsAt = lines.length * lineHeight;
  const room = inner - 190;
  return {
    height: barsAt + values.length * 16 + 8,
    draw: (top) => (
      <>
        {lines.map((line, index) => (
          <Line text={line} x={margin} y={top + (index + 1) * lineHeight - 5} />
        ))}
        {values.map((value, group) => {
          const total = totals[group] ?? 0;
          const y = top + barsAt + group * 16;
          const figures = [`${value}  (${shareText(value, total)})`, notes?.[group]]
            .filter(Boolean)
            .join('  ');
          return (
            <>
              <rect x={margin} y={y} width={room} height={11} fill={ground} />
              <rect
                x={margin}
                y={y}
                width={(total === 0 ? 0 : Math.min(1, value / total) * room).toFixed(1)}
                height={11}
                fill={colours[group] ?? ink}
              />
              <Line text={figures} x={margin + room + 8} y={y + 10} size={12} />
            </>
          );
        })}
      </>
    ),
  };
}

function columnPiece({ columns }: ColumnChart): Piece {
  const tallest = 180;
  const highest = Math.max(1, ...columns.flatMap(({ values }) => values));
  const slot = inner / Math.max(1, columns.length);
  const groups = Math.max(1, columns[0]?.values.length ?? 1);
  const each = (slot * 0.86) / groups;
  const places = labelled(columns.length);
  return {
    height: tallest + 2 * lineHeight + 10,
    draw: (top) => (
      <>
        {columns.map(({ values }, index) =>
          values.map((value, group) => {
            const tall = (value / highest) * tallest;
            const x = margin + index * slot + group * each;
            const bottom = top + lineHeight + tallest;
            return (
              <>
                <rect
                  x={x.toFixed(1)}
                  y={(bottom - tall).toFixed(1)}
                  width={each.toFixed(1)}
                  height={tall.toFixed(1)}
                  fill={colours[group] ?? ink}
                />
                {value > 0 && (
                  <Line
                    text={String(value)}
                    x={Math.round(x + each / 2)}
                    y={Math.round(bottom - tall - 4)}
                    size={10}
                    anchor="middle"
                  />
                )}
              </>
            );
          }),
        )}
        <rect x={margin} y={top + lineHeight + tallest} width={inner} height={1} fill={quiet} />
        {places.map((index, place) => (
          <Line
            text={columns[index]?.label ?? ''}
            x={Math.round(
              margin + (place === 0 ? 0 : place === places.length - 1 ? inner : (index + 0.5) * slot),
            )}
            y={top + 2 * lineHeight + tallest}
            size={11}
            fill={quiet}
            anchor={place === 0 ? 'start' : place === places.length - 1 ? 'end' : 'middle'}
          />
        ))}
      </>
    ),
  };
}

function heatPieces({ columns, rows }: HeatMap): Piece[] {
  const shown = columns.slice(0, maxHeatColumns);
  const first = Math.max(150, inner - shown.length * 110);
  const slot = (inner - first) / Math.max(1, shown.length);
  const heads = shown.map(({ label }) => wrap(label, slot - 8, 3));
  const headHeight = Math.max(1, ...heads.map(({ length }) => length)) * 15 + 6;
  const head: Piece = {
    height: headHeight,
    draw: (top) => (
      <>
        {heads.map((lines, index) =>
          lines.map((line, at) => (
            <Line
              text={line}
              x={margin + first + index * slot + 4}
              y={top + (at + 1) * 15}
              size={11}
              fill={quiet}
            />
          )),
        )}
      </>
    ),
  };
  const pieces = rows.slice(0, maxRows).map(({ label, total, values }): Piece => {
    const lines = wrap(label, first - 10, 2);
    const tall = Math.max(28, lines.length * 16 + 8);
    return {
      height: tall,
      draw: (top) => (
        <>
          {lines.map((line, index) => (
            <Line text={line} x={margin} y={top + 17 + index * 16} size={12} />
          ))}
          {values.slice(0, maxHeatColumns).map((value, index) => {
            const share = total === 0 ? 0 : value / total;
            return (
              <>
                <rect
                  x={(margin + first + index * slot).toFixed(1)}
                  y={top}
                  width={(slot - 2).toFixed(1)}
                  height={tall - 2}
                  fill={colours[0]}
                  fill-opacity={(0.05 + share * 0.4).toFixed(3)}
                />
                <Line
                  text={`${value}  ${shareText(value, total)}`}
                  x={Math.round(margin + first + index * slot + 6)}
                  y={top + 17}
                  size={11}
                />
              </>
            );
          })}
        </>
      ),
    };
  });
  return [head, ...pieces];
}

/** The pieces of a chart, from top to bottom. */
export const chartPieces = ({ name, chart }: NamedChart): Piece[] => [
  ...(name === null ? [] : [textPiece(name, { weight: '600' }), space(4)]),
  ...(chart.type === 'bars'
    ? barPieces(chart)
    : chart.type === 'columns'
      ? [columnPiece(chart)]
      : heatPieces(chart)),
  space(14),
];
