import { asText } from '../../parts/send-html.ts';
import type { Fact, NamedChart } from './chart.ts';
import { chartPieces } from './image-charts.tsx';
import {
  colours,
  ink,
  inner,
  Line,
  lineHeight,
  margin,
  type Piece,
  quiet,
  space,
  textPiece,
  width,
  wrap,
} from './image-pieces.tsx';

/** A chart as an image of its own, which other programs show: it needs no style sheet and no script. */
export interface ImageContent {
  readonly title: string;
  readonly subtitle: string;
  /** The names of the groups. */
  readonly names: readonly string[];
  readonly facts: readonly Fact[];
  readonly charts: readonly NamedChart[];
}

const legend = (names: readonly string[]): Piece => ({
  height: names.length * lineHeight,
  draw: (top) => (
    <>
      {names.map((name, index) => (
        <>
          <rect
            x={margin}
            y={top + index * lineHeight + 3}
            width={11}
            height={11}
            fill={colours[index] ?? ink}
          />
          <Line text={wrap(name, inner - 20, 1)[0] ?? ''} x={margin + 18} y={top + index * lineHeight + 13} />
        </>
      ))}
    </>
  ),
});

/** Returns the charts of a question as a document of SVG. */
export function chartImage({ title, subtitle, names, facts, charts }: ImageContent): string {
  const pieces = [
    textPiece(title, { size: 18, weight: '600' }),
    textPiece(subtitle, { fill: quiet }),
    space(8),
    ...(names.length > 1 ? [legend(names), space(8)] : []),
    ...facts.map(({ label, values }) => textPiece(`${label}: ${values.join('  |  ')}`)),
    space(facts.length > 0 ? 10 : 0),
    ...charts.flatMap(chartPieces),
  ];
  let top = margin;
  const placed = pieces.map((piece) => {
    const at = top;
    top += piece.height;
    return piece.draw(at);
  });
  const tall = Math.ceil(top + margin - 10);
  return asText(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={tall}
      viewBox={`0 0 ${width} ${tall}`}
      font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
    >
      <rect width={width} height={tall} fill="#ffffff" />
      {placed}
    </svg>,
  );
}
