export const notTakenKinds = [
  'form',
  'draft',
  'submission',
  'file',
  'picture',
  'payment',
  'destination',
  'history',
  'setting',
  'member',
] as const;

/** A record that is not taken over, or not as it was. */
export interface NotTaken {
  readonly kind: (typeof notTakenKinds)[number];
  /** The id or the name that it has in the archive. */
  readonly subject: string;
  readonly reason: string;
  /** Whether the format has no place for it in a service, so that it is no failure of this import. */
  readonly isByDesign?: true;
  /** How many records this is about; 1 by default. */
  readonly count?: number;
}
