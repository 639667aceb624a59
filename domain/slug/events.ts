import Type from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/** The events of a slug of an account, which one form at a time may have. */
export const slugEvents = {
  /** From here on the form may have the slug, and no other form of the account. */
  SlugTaken: v1(Type.Object({ slug: Type.String(), formId: Type.String(), at: Timestamp })),
  /** The form does not have the slug, or no longer. */
  SlugReleased: v1(Type.Object({ formId: Type.String(), at: Timestamp })),
};

export type SlugEvent = EventOf<typeof slugEvents>;
