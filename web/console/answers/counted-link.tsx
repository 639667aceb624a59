import { attributeText } from '../../parts/attribute-text.ts';
import type { Counted } from './submissions-counted.ts';

/** Returns the address of the submissions that a bar or a cell of a group counts; undefined where there is none. */
export type AddressOf = (group: number, counted: Counted) => string | undefined;

interface CountProps {
  readonly value: number;
  readonly group: number;
  /** What is counted; undefined for a count that has no list. */
  readonly counted: Counted | undefined;
  readonly label: string;
  readonly addressOf: AddressOf;
}

/** A count, with a link to the submissions that it counts. */
export const Count = ({ value, group, counted, label, addressOf }: CountProps) => {
  const address = counted === undefined || value === 0 ? undefined : addressOf(group, counted);
  if (address === undefined) return <strong>{value}</strong>;
  return (
    <a href={attributeText(address)}>
      <strong>{value}</strong>
      <span class="hidden" safe>{` answered ${label}`}</span>
    </a>
  );
};
