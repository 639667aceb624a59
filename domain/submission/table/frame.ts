/** The columns of a table before the answers. No column of an answer has one of these headings. */
export const frame = [
  'id',
  'submitted_at',
  'is_complete',
  'source',
  'form_version',
  'payment',
  'payment_provider',
  'payment_id',
  'paid_at',
  'corrected_at',
] as const;
