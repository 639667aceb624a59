import { type FormStatus, formStatuses } from '../../../domain/form/decider.ts';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { defaultLook, type FormLook, lookAfter } from '../../../domain/form/look.ts';
import { defaultResponses, responsesAfter, type ResponseSettings } from '../../../domain/form/responses.ts';
import { comparable, idAfter, type Projection } from '../../projection.ts';

export type FormDocument = Readonly<{
  account_id: string;
  title: string;
  description: string;
  slug: string;
  status: FormStatus;
  language?: string;
  time_zone?: string;
  /** How it takes responses; absent while nothing differs from the defaults. */
  responses?: ResponseSettings;
  /** How its public pages look; absent while nothing differs from the default. */
  look?: FormLook;
  fields: readonly FieldDefinition[];
  /** Counts the changes of the fields, from 1. */
  version: number;
  /**
   * The slug under which an earlier release published the form, which is an address of its own; null for none. It stays
   * when the slug is changed.
   */
  bare_slug: string | null;
  /**
   * The log position at which the form got that address, padded with zeros. Of the forms with one bare slug, the one
   * that was first has the address for ever.
   */
  first_published: string | null;
  created_at: string;
  updated_at: string;
  /** The revision of the form's own stream, which `If-Match` is compared with. */
  revision: number;
}>;

const moved =
  (status: FormStatus) =>
  (
    doc: FormDocument | null,
    { event, revision }: { event: { data: { at: string } }; revision: number },
  ): FormDocument | null =>
    doc && { ...doc, status, updated_at: event.data.at, revision };

/** Each form in its present state. The submissions model counts the submissions. */
export const forms: Projection<FormDocument> = {
  name: 'forms',
  version: 10,
  streamPrefixes: ['form-'],
  // A list of all statuses merges one index range for each status.
  indexes: [
    { keys: { account_id: 1, status: 1, created_at: -1, _id: -1 } },
    { keys: { account_id: 1, slug: 1 } },
    { keys: { bare_slug: 1, first_published: 1 } },
  ],
  accountListing: { at: 'created_at', each: { status: formStatuses } },
  keyOfStream: (stream) => idAfter('form-', stream),
  key: ({ stream }) => idAfter('form-', stream),
  on: {
    FormCreated: (_, { event, revision }) => {
      const { accountId, title, description, slug, fields, language, timeZone, at } = event.data;
      const { responses, look } = event.data;
      return {
        account_id: accountId,
        title,
        description,
        slug,
        status: 'draft',
        ...(language !== undefined && { language }),
        ...(timeZone !== undefined && { time_zone: timeZone }),
        ...(responses && { responses: responsesAfter(defaultResponses, responses) }),
        ...(look && { look: lookAfter(defaultLook, look) }),
        fields,
        version: 1,
        bare_slug: null,
        first_published: null,
        created_at: at,
        updated_at: at,
        revision,
      };
    },
    FormFieldsChanged: (doc, { event: { data }, revision }) =>
      doc && { ...doc, fields: data.fields, version: doc.version + 1, updated_at: data.at, revision },
    FormDetailsChanged: (doc, { event: { data }, revision }) => {
      if (!doc) return null;
      const { title = doc.title, description = doc.description, slug = doc.slug, at } = data;
      const { language: before, time_zone: zoneBefore, ...others } = doc;
      const { language = before, timeZone = zoneBefore } = data;
      return {
        ...others,
        title,
        description,
        slug,
        ...(typeof language === 'string' && { language }),
        ...(typeof timeZone === 'string' && { time_zone: timeZone }),
        updated_at: at,
        revision,
      };
    },
    FormResponsesChanged: (doc, { event: { data }, revision }) =>
      doc && {
        ...doc,
        responses: responsesAfter(doc.responses ?? defaultResponses, data),
        updated_at: data.at,
        revision,
      },
    FormLookChanged: (doc, { event: { data }, revision }) =>
      doc && { ...doc, look: lookAfter(doc.look ?? defaultLook, data), updated_at: data.at, revision },
    FormPublished: (doc, recorded) => {
      const published = moved('published')(doc, recorded);
      const { slug, hasBareAddress } = recorded.event.data;
      if (!published || published.bare_slug !== null || !hasBareAddress) return published;
      return { ...published, bare_slug: slug, first_published: comparable(recorded.position) };
    },
    FormClosed: moved('closed'),
    FormReturnedToDraft: moved('draft'),
    FormArchived: moved('archived'),
  },
};
