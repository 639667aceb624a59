import type { Children } from '@kitajs/html';

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
}

const classOf = ({ numeric, wide }: Pick<Column<never>, 'numeric' | 'wide'>): string =>
  [numeric && 'number', wide && 'wide'].filter(Boolean).join(' ');

/** A table that scrolls sideways within the page. Its caption is for screen readers. */
export function Table<T>({ caption, columns, items, empty, id }: TableProps<T>): JSX.Element {
  if (items.length === 0) return <>{empty}</>;
  return (
    <div class="scroll" tabindex="0" role="region" aria-label={caption} {...(id !== undefined && { id })}>
      <table>
        <caption class="hidden" safe>
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) =>
              column.title === '' ? (
                <td class={classOf(column)} />
              ) : (
                <th scope="col" class={classOf(column)} safe>
                  {column.title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr>
              {columns.map((column) => (
                <td class={classOf(column)}>{column.cell(item) as 'safe'}</td>
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
