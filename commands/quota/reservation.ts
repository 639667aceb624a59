/** A reservation of one submission in a month's quota. Its holder must report the outcome once. */
export interface Reservation {
  readonly submissionId: string;
  /**
   * The name of the reservation, from which the id of the submission's event is derived: this shows under which
   * of several reservations a submission was created. Null if nothing is reserved.
   */
  readonly name: string | null;
  /** Reports that the submission was created under this reservation. */
  confirm(): void;
  /**
   * Reports that the submission was not created under this reservation and will not be. Resolves when it is released,
   * or will be with the rest of its block.
   */
  release(): Promise<void>;
  /** Reports that the outcome is unknown: another process determines it when the reservation is needed. */
  abandon(): void;
  /** Reports that another process has revoked the reservation. */
  revoked(): void;
}

/** Returns the name of a block, which is also the name of its reservations that are not assigned. */
export const blockName = (stream: string, revision: number): string => `${stream}@${revision}`;

/**
 * Returns the name of a reservation that is assigned to another submission than it was made for: a submission may have
 * several of one block.
 */
export const assignedName = (block: string, reservedId: string): string => `${block}/${reservedId}`;
