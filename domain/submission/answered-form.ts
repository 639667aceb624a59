import Type, { type Static } from 'typebox';
import { AskedQuestion, CopiedDefinition } from '../form/definition.ts';

/** The form that was answered, by the revision of its stream that the answers were checked against. */
export const FormReference = Type.Object({ id: Type.String(), revision: Type.Integer({ minimum: 0 }) });

/** The form that was answered. Version 1 of `SubmissionCreated` copied its definition, which is kept as it was copied. */
export const AnsweredForm = Type.Union([FormReference, CopiedDefinition]);
export type AnsweredForm = Static<typeof AnsweredForm>;

/** Whether the event itself holds the definition of the form. */
export const isCopied = (form: AnsweredForm): form is CopiedDefinition => 'questions' in form;

/** An answered question (unanswered if the value is null), with its label at that time. */
export const RecordedAnswer = Type.Object({ ...AskedQuestion.properties, value: Type.Unknown() });
export type RecordedAnswer = Static<typeof RecordedAnswer>;

/**
 * The telephone numbers among the answers in the form of E.164, by the id of the field, as they were understood when they
 * were given. A number that was not understood is absent.
 */
export const PhoneNumbers = Type.Record(Type.String(), Type.String());
export type PhoneNumbers = Static<typeof PhoneNumbers>;
