import type { FieldDefinition } from '../../domain/form/field.ts';
import { addressParts, nameParts } from '../../domain/submission/parts.ts';
import { idOf, type ControlProps } from './control-props.ts';
import { textOf } from './typed.ts';

interface Part {
  readonly name: string;
  readonly label: string;
  readonly autocomplete?: string;
}

const namesOfAddress: Readonly<Record<(typeof addressParts)[number], readonly [string, string]>> = {
  line1: ['Street and number', 'address-line1'],
  line2: ['Further address', 'address-line2'],
  city: ['Town', 'address-level2'],
  state: ['State or region', 'address-level1'],
  postal_code: ['Postal code', 'postal-code'],
  country: ['Country', 'country-name'],
};
const namesOfName: Readonly<Record<(typeof nameParts)[number], readonly [string, string]>> = {
  prefix: ['Title', 'honorific-prefix'],
  first_name: ['First name', 'given-name'],
  middle_name: ['Middle name', 'additional-name'],
  last_name: ['Last name', 'family-name'],
  suffix: ['Suffix', 'honorific-suffix'],
};

/** The parts of the answers to a kind of field; undefined for answers without parts. */
export const partsOf: Readonly<Partial<Record<FieldDefinition['kind'], readonly Part[]>>> = {
  address: addressParts.map((name) => {
    const [label, autocomplete] = namesOfAddress[name];
    return { name, label, autocomplete };
  }),
  full_name: nameParts.map((name) => {
    const [label, autocomplete] = namesOfName[name];
    return { name, label, autocomplete };
  }),
  payment: [
    { name: 'amount', label: 'Amount' },
    { name: 'currency', label: 'Currency, such as EUR' },
  ],
};

export const hasParts = ({ kind }: FieldDefinition): boolean => partsOf[kind] !== undefined;

/** The controls of a field that is answered in parts. */
export const PartsControl = ({ field, typed, described }: ControlProps) => (
  <div class="parts">
    {partsOf[field.kind]?.map(({ name, label, autocomplete }) => (
      <div>
        <label for={`${idOf(field)}-${name}`} safe>
          {label}
        </label>
        <input
          type="text"
          {...(field.kind !== 'payment' && { dir: 'auto' })}
          id={`${idOf(field)}-${name}`}
          name={`${field.key}.${name}`}
          value={textOf(typed, `${field.key}.${name}`)}
          dir="auto"
          {...(autocomplete !== undefined && { autocomplete })}
          {...described}
        />
      </div>
    ))}
  </div>
);
