import type { Children } from '@kitajs/html';
import { attributeText } from './attribute-text.ts';

export interface Column<T> {
  readonly title: string;
  /** Numbers stand at the right, so that their digits are in line. */
  readonly numeric?: boolean;
  /** Hidden where the page is narrow. */
  readonly wide?: boolean;
  /** The content of a cell, escaped. */
  readonly cell: (item: T) => JSX.Element;
}

interface TableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  /** Shown in place of a table without rows. */
  readonly empty: Children;
  readonly id?: string;
  /** Whether each row is a card where the page is narrow, with the titles of the columns beside its cells. */
  readonly cards?: boolean;
}

const classOf = ({ numeric, wide }: Pick<Column<never>, 'numeric' | 'wide'>): string =>
  [numeric && 'number', wide && 'wide'].filter(Boolean).join(' ');

/** The most characters of a label in a card, which shows two lines of it. */
const longestLabel = 80;

const labelOf = (title: string): string =>
  title.length <= longestLabel
    ? title
    : `${title.slice(0, longestLabel - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** Browsers take a table that is laid out in another way for no table, unless it says so. */
const roles = (cards: boolean, role: string) => (cards ? { role } : {});

function Cell<T>({ column, item, cards }: { column: Column<T>; item: T; cards: boolean }): JSX.Element {
  if (!cards) return <td class={classOf(column)}>{column.cell(item)}</td>;
  return (
    <td role="cell" class={classOf(column)} data-label={attributeText(labelOf(column.title))}>
      <div>{column.cell(item)}</div>
    </td>
  );
}

/** A table that scrolls sideways within the page. Its caption is for screen readers. */
export function Table<T>({ caption, columns, items, empty, id, cards = false }: TableProps<T>): JSX.Element {
  if (items.length === 0) return <>{empty}</>;
  return (
    <div
      class={cards ? 'scroll cards' : 'scroll'}
      tabindex="0"
      role="region"
      aria-label={attributeText(caption)}
      {...(id !== undefined && { id })}
    >
      <table {...roles(cards, 'table')}>
        <caption class="hidden" safe>
          {caption}
        </caption>
        <thead {...roles(cards, 'rowgroup')}>
          <tr {...roles(cards, 'row')}>
            {columns.map((column) =>
              column.title === '' ? (
                <td class={classOf(column)} {...roles(cards, 'cell')} />
              ) : (
                <th scope="col" class={classOf(column)} {...roles(cards, 'columnheader')} safe>
                  {column.title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody {...roles(cards, 'rowgroup')}>
          {items.map((item) => (
            <tr {...roles(cards, 'row')}>
              {columns.map((column) => (
                <Cell column={column} item={item} cards={cards} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Labels and values, one pair a row. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, JSX.Element])[] }) => (
  <dl class="facts">
    {facts.map(([label, value]) => (
      <div>
        <dt safe>{label}</dt>
        <dd>{value as 'safe'}</dd>
      </div>
    ))}
  </dl>
);
