import Type from 'typebox';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';
import { FieldDefinition } from './field.ts';
import { slugify } from './slug.ts';

export const formEvents = {
  /**
   * Version 1 had no slug: it was derived from the title at each read, so that a change of the rule would
   * have renamed every form. Version 2 records it. Version 3 records the request's hash, for requests that
   * may be repeated under an idempotency key.
   */
  FormCreated: {
    version: 3,
    schema: Type.Object({
      formId: Type.String(),
      accountId: Type.String(),
      title: Type.String(),
      description: Type.String(),
      slug: Type.String(),
      fields: Type.Array(FieldDefinition),
      requestHash: Type.Optional(Type.String()),
      at: Timestamp,
    }),
    upcasters: {
      1: (data: Readonly<Record<string, unknown>>) => ({ ...data, slug: slugify(String(data['title'])) }),
      2: (data: Readonly<Record<string, unknown>>) => data,
    },
  },
  FormFieldsChanged: v1(Type.Object({ fields: Type.Array(FieldDefinition), at: Timestamp })),
  FormDetailsChanged: v1(
    Type.Object({
      title: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
      at: Timestamp,
    }),
  ),
  /** Contains the content of `form.published`, so that the webhook's body follows from this one event. */
  FormPublished: v1(
    Type.Object({ formId: Type.String(), title: Type.String(), slug: Type.String(), at: Timestamp }),
  ),
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
