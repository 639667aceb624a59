import type { FieldDefinition } from '../../domain/form/field.ts';
import { addressParts, nameParts, type PartName, paymentParts } from '../../domain/submission/parts.ts';
import { attributeText } from '../parts/attribute-text.ts';
import { type ControlProps, idOf } from './control-props.ts';
import { textOf } from './entered-texts.ts';
import type { Texts } from './texts.ts';

/** What browsers fill in. */
const autocompletes: Readonly<Partial<Record<PartName, string>>> = {
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  country: 'country-name',
  prefix: 'honorific-prefix',
  first_name: 'given-name',
  middle_name: 'additional-name',
  last_name: 'family-name',
  suffix: 'honorific-suffix',
};

/** The parts of the answers to a kind of field; undefined for answers without parts. */
export const partsOf: Readonly<Partial<Record<FieldDefinition['kind'], readonly PartName[]>>> = {
  address: addressParts,
  full_name: nameParts,
  payment: paymentParts,
};

const labelOf = (part: PartName, { say }: Texts): string =>
  part === 'currency' ? say('currencyExample') : say(`part.${part}`);

/** The controls of a field that is answered in parts. */
export const PartsControl = ({ field, typed, described, texts }: ControlProps) => (
  <div class="parts">
    {partsOf[field.kind]?.map((name) => (
      <div>
        <label for={`${idOf(field)}-${name}`} {...texts.attributes} safe>
          {labelOf(name, texts)}
        </label>
        <input
          type="text"
          id={`${idOf(field)}-${name}`}
          name={`${field.key}.${name}`}
          value={attributeText(textOf(typed, `${field.key}.${name}`))}
          dir={field.kind === 'payment' ? 'ltr' : 'auto'}
          {...(autocompletes[name] !== undefined && { autocomplete: autocompletes[name] })}
          {...described}
        />
      </div>
    ))}
  </div>
);
