/** The parts of an address, in the order in which it is asked and read. */
export const addressParts = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const;

/** The parts of a full name, in the order in which it is asked and read. */
export const nameParts = ['prefix', 'first_name', 'middle_name', 'last_name', 'suffix'] as const;

export const paymentParts = ['amount', 'currency'] as const;

/** What people call the parts, in English. */
export const partLabels = {
  line1: 'Street and number',
  line2: 'Further address',
  city: 'Town',
  state: 'State or region',
  postal_code: 'Postal code',
  country: 'Country',
  prefix: 'Title',
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  suffix: 'Suffix',
  amount: 'Amount',
  currency: 'Currency',
} as const;

export type PartName = keyof typeof partLabels;
