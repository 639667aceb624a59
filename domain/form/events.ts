import Type from 'typebox';
import { type EventOf, type Upcaster, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';
import { FieldDefinition } from './field.ts';
import { LookChanges } from './look.ts';
import { ResponseChanges } from './responses.ts';
import { unrecordedSlug } from './slug.ts';

/** The next version only has more optional members. */
const unchanged: Upcaster = (data) => data;

export const formEvents = {
  /**
   * Version 1 had no slug: it was derived from the title at each read, so that a change of the rule would
   * have renamed every form. Version 2 records it. Version 3 records the request's hash, for requests that
   * may be repeated under an idempotency key. Version 4 has the language and the time zone, version 5 how the form takes
   * responses, version 6 how it looks, where that is not the default, and version 7 its pictures.
   */
  FormCreated: {
    version: 7,
    schema: Type.Object({
      formId: Type.String(),
      accountId: Type.String(),
      title: Type.String(),
      description: Type.String(),
      slug: Type.String(),
      fields: Type.Array(FieldDefinition),
      language: Type.Optional(Type.String()),
      timeZone: Type.Optional(Type.String()),
      responses: Type.Optional(ResponseChanges),
      look: Type.Optional(LookChanges),
      requestHash: Type.Optional(Type.String()),
      at: Timestamp,
    }),
    upcasters: {
      1: (data: Readonly<Record<string, unknown>>) => ({
        ...data,
        slug: unrecordedSlug(String(data['title'])),
      }),
      2: unchanged,
      3: unchanged,
      4: unchanged,
      5: unchanged,
      6: unchanged,
    },
  },
  FormFieldsChanged: v1(Type.Object({ fields: Type.Array(FieldDefinition), at: Timestamp })),
  /** Version 2 has the language and the time zone, null where they are taken back; version 3 has the slug. */
  FormDetailsChanged: {
    version: 3,
    schema: Type.Object({
      title: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
      slug: Type.Optional(Type.String()),
      language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      timeZone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      at: Timestamp,
    }),
    upcasters: { 1: unchanged, 2: unchanged },
  },
  /** The settings that differ alone. */
  FormResponsesChanged: v1(Type.Object({ ...ResponseChanges.properties, at: Timestamp })),
  /** The members that differ alone. Version 2 has the pictures. */
  FormLookChanged: {
    version: 2,
    schema: Type.Object({ ...LookChanges.properties, at: Timestamp }),
    upcasters: { 1: unchanged },
  },
  /** Contains the content of `form.published`, so that the webhook's body follows from this one event. */
  FormPublished: {
    version: 2,
    schema: Type.Object({
      formId: Type.String(),
      title: Type.String(),
      slug: Type.String(),
      /** The form can also be found by its slug alone, as every form that was published as version 1. */
      hasBareAddress: Type.Optional(Type.Literal(true)),
      at: Timestamp,
    }),
    upcasters: { 1: (data: Readonly<Record<string, unknown>>) => ({ ...data, hasBareAddress: true }) },
  },
  /**
   * The grant to publish this form was returned before the form was published. The command with the grant
   * expects the stream without this event, and so can no longer publish under that grant.
   */
  FormPublicationLapsed: v1(Type.Object({ at: Timestamp })),
  FormClosed: v1(Type.Object({ at: Timestamp })),
  FormReturnedToDraft: v1(Type.Object({ at: Timestamp })),
  FormArchived: v1(Type.Object({ at: Timestamp })),
};

export type FormEvent = EventOf<typeof formEvents>;
