import Type from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

export const accountEvents = {
  AccountOpened: v1(
    Type.Object({ accountId: Type.String(), name: Type.String(), plan: Type.String(), at: Timestamp }),
  ),
  AccountRenamed: v1(Type.Object({ name: Type.String(), at: Timestamp })),
  PlanChanged: v1(Type.Object({ plan: Type.String(), at: Timestamp })),
  /** The sites whose pages may show the account's forms; null for all. */
  EmbeddingChanged: v1(
    Type.Object({ origins: Type.Union([Type.Array(Type.String()), Type.Null()]), at: Timestamp }),
  ),
  /** The language and the time zone of forms that are created from now on; null where they are taken back. */
  LocaleChanged: v1(
    Type.Object({
      language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      timeZone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      at: Timestamp,
    }),
  ),
  /** Grants the publication of a form; grants count against the plan's limit. */
  PublicationGranted: v1(Type.Object({ formId: Type.String(), at: Timestamp })),
  PublicationReleased: v1(Type.Object({ formId: Type.String(), at: Timestamp })),
  /** The destinations that earlier releases added without a grant; from here on each destination has one. */
  DestinationsCounted: v1(Type.Object({ destinationIds: Type.Array(Type.String()), at: Timestamp })),
  /** Grants a destination; grants count against the plan's limit. */
  DestinationGranted: v1(Type.Object({ destinationId: Type.String(), at: Timestamp })),
  DestinationReleased: v1(Type.Object({ destinationId: Type.String(), at: Timestamp })),
  /** The account takes nothing and sends nothing from here on. Everything of it is erased next, this stream included. */
  AccountClosed: v1(Type.Object({ at: Timestamp })),
};

export type AccountEvent = EventOf<typeof accountEvents>;
