import type { CopiedDefinition } from '../../domain/form/definition.ts';
import { type FormDefinitions, openFormDefinitions } from '../../log/form-definitions.ts';

/** The questions of a form that asks for a name. */
export const nameQuestion = { fieldId: 'q1', key: 'name', label: 'Name', kind: 'short_text' } as const;

/** A form as version 1 of SubmissionCreated copied it: no stream needs to hold it. */
export const copiedForm = (properties: Partial<CopiedDefinition> = {}): CopiedDefinition => ({
  id: 'f1',
  title: 'Form',
  slug: 'form',
  status: 'published',
  version: 1,
  questions: [],
  ...properties,
});

/** The definitions of a log without forms. */
export const noForms: FormDefinitions = openFormDefinitions({
  readStream: () => ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: null }) }) }),
});
