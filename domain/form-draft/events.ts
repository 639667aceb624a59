import Type, { type Static } from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';
import { DraftFieldChange, QuestionId } from './draft-field.ts';

/** The texts of a form beside its questions, as typed; blank for none. */
export const DraftDetails = Type.Object(
  {
    title: Type.String({ maxLength: 2_000 }),
    description: Type.String({ maxLength: 20_000 }),
    slug: Type.String({ maxLength: 500 }),
    language: Type.String({ maxLength: 100 }),
    timeZone: Type.String({ maxLength: 100 }),
  },
  { additionalProperties: false },
);
export type DraftDetails = Static<typeof DraftDetails>;

const maxQuestions = 1_000;

const changes = {
  details: Type.Optional(Type.Partial(DraftDetails)),
  /** The settings that differ; of a new question, those that are not blank. */
  fields: Type.Optional(Type.Array(DraftFieldChange, { maxItems: maxQuestions })),
  removed: Type.Optional(Type.Array(QuestionId, { maxItems: maxQuestions })),
  /** The questions that are new or moved, one after the other: each comes after another question, or first. */
  placed: Type.Optional(
    Type.Array(
      Type.Object(
        { id: QuestionId, after: Type.Union([QuestionId, Type.Null()]) },
        { additionalProperties: false },
      ),
      { maxItems: maxQuestions },
    ),
  ),
};

/** What differs between two drafts. */
export const DraftChanges = Type.Object(changes, { additionalProperties: false });
export type DraftChanges = Static<typeof DraftChanges>;

/** The revision of the draft at which each question or detail was changed last. */
const Touched = Type.Record(Type.String(), Type.Integer());

export const formDraftEvents = {
  /** Changes of a form that respondents do not see yet. */
  FormDraftSaved: v1(
    Type.Object({
      /** The revision of the form that the changes were made to. */
      formRevision: Type.Integer({ minimum: 0 }),
      ...changes,
      /** Every question is placed, so that earlier places no longer matter. */
      placesAll: Type.Optional(Type.Literal(true)),
      at: Timestamp,
    }),
  ),
  /** The form has the draft's changes since this revision of the form. The draft is empty. */
  FormDraftPublished: v1(
    Type.Object({ formRevision: Type.Integer({ minimum: 0 }), touched: Touched, at: Timestamp }),
  ),
  /** The draft was given up, and is empty. */
  FormDraftDiscarded: v1(Type.Object({ touched: Touched, at: Timestamp })),
};

export type FormDraftEvent = EventOf<typeof formDraftEvents>;
