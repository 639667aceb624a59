import stringWidth from 'string-width';

export const [width, margin] = [760, 24];
export const inner = width - 2 * margin;
export const colours = ['#1d4ed8', '#b45309'] as const;
export const [ink, quiet, ground] = ['#1c2433', '#586174', '#e8ebf0'];
export const lineHeight = 18;

/** Pieces of an image, from top to bottom. */
export interface Piece {
  readonly height: number;
  /** Draws the piece with its upper edge at a height. */
  readonly draw: (top: number) => JSX.Element;
}

/** The width of a text of 13 pixels, about. */
const widthOf = (text: string): number => stringWidth(text) * 7.3;

/** Divides a text into lines of a width; a long one ends with an ellipsis. */
export function wrap(text: string, room: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text.slice(0, 500))) {
    if (line !== '' && widthOf(line + segment) > room) {
      lines.push(line.trimEnd());
      line = segment.trimStart();
    } else line += segment;
    if (lines.length === maxLines) break;
  }
  if (lines.length < maxLines) lines.push(line);
  const isCut = lines.join('').replace(/\s/g, '').length < text.replace(/\s/g, '').length;
  return isCut ? [...lines.slice(0, -1), `${lines.at(-1) ?? ''} …`] : lines;
}

export const Line = ({
  text,
  x,
  y,
  ...style
}: {
  text: string;
  x: number;
  y: number;
  fill?: string;
  size?: number;
  weight?: string;
  anchor?: string;
}) => (
  <text
    x={x}
    y={y}
    fill={style.fill ?? ink}
    font-size={style.size ?? 13}
    font-weight={style.weight ?? '400'}
    text-anchor={style.anchor ?? 'start'}
    safe
  >
    {text}
  </text>
);

export const textPiece = (
  text: string,
  style: { size?: number; weight?: string; fill?: string } = {},
): Piece => {
  const step = (style.size ?? 13) + 5;
  const lines = wrap(text, (inner * 13) / (style.size ?? 13), 3);
  return {
    height: lines.length * step,
    draw: (top) => (
      <>
        {lines.map((line, index) => (
          <Line text={line} x={margin} y={top + (index + 1) * step - 5} {...style} />
        ))}
      </>
    ),
  };
};

export const space = (height: number): Piece => ({ height, draw: () => <></> });
