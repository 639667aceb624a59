import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { FormCommand } from './commands.ts';
import type { FormEvent } from './events.ts';
import type { FieldDefinition } from './field.ts';
import { changedLocale, localeAfter } from './locale.ts';
import { defaultLook, type FormLook, lookAfter, relevantLook } from './look.ts';
import { defaultResponses, relevantResponses, responsesAfter, type ResponseSettings } from './responses.ts';

export const formStatuses = ['draft', 'published', 'closed', 'archived'] as const;
export type FormStatus = (typeof formStatuses)[number];

export type FormState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly formId: string;
      readonly accountId: string;
      readonly title: string;
      readonly description: string;
      readonly slug: string;
      readonly status: FormStatus;
      /** The language of the form, a tag of BCP 47. */
      readonly language?: string;
      /** The time zone of the form, of the IANA database; without one, UTC. */
      readonly timeZone?: string;
      /** How it takes responses; absent while nothing differs from the defaults. */
      readonly responses?: ResponseSettings;
      /** How its public pages look; absent while nothing differs from the default. */
      readonly look?: FormLook;
      /** Of a closed form: when it was closed. */
      readonly closedAt?: string;
      /** Whether the form has ever been published, so that people may know its address. */
      readonly wasPublished: boolean;
      readonly fields: readonly FieldDefinition[];
      /** Counts the changes of the fields, from 1. */
      readonly version: number;
      /** The hash of the request that created the form under an idempotency key. */
      readonly requestHash?: string;
      readonly createdAt: string;
      readonly updatedAt: string;
    };

export type ExistingForm = Extract<FormState, { exists: true }>;

/** Whether a form exists and belongs to this account: to other accounts it does not exist. */
export const isFormOf =
  (accountId: string) =>
  (state: FormState): state is ExistingForm =>
    state.exists && state.accountId === accountId;

/** The statuses from which each status can be reached. Other transitions are refused. */
const reachable: Readonly<Record<FormStatus, readonly FormStatus[]>> = {
  draft: ['published', 'archived'],
  published: ['draft', 'closed', 'published'],
  closed: ['published'],
  archived: ['draft', 'published', 'closed', 'archived'],
};

function decide(command: FormCommand, state: FormState) {
  if (command.type === 'CreateForm') {
    if (state.exists) return err({ code: 'already_exists' } as const);
    const { type: _, ...data } = command;
    return ok<FormEvent[]>([{ type: 'FormCreated', data }]);
  }
  if (command.type === 'RevokePublicationGrants') {
    const isPublished = state.exists && state.status === 'published';
    return ok<FormEvent[]>(isPublished ? [] : [{ type: 'FormPublicationLapsed', data: { at: command.at } }]);
  }
  if (!state.exists) return err({ code: 'not_found' } as const);
  const { at } = command;
  switch (command.type) {
    case 'ChangeFormFields':
      if (state.status === 'archived') return refuse(state.status, 'fields changed');
      return ok<FormEvent[]>([{ type: 'FormFieldsChanged', data: { fields: command.fields, at } }]);
    case 'ChangeFormDetails':
      return changeDetails(command, state);
    case 'ChangeFormResponses': {
      const { type: _, at: __, ...change } = command;
      const data = relevantResponses(state.responses ?? defaultResponses, change);
      return ok<FormEvent[]>(data ? [{ type: 'FormResponsesChanged', data: { ...data, at } }] : []);
    }
    case 'ChangeFormLook': {
      const { type: _, at: __, ...change } = command;
      const data = relevantLook(state.look ?? defaultLook, change);
      return ok<FormEvent[]>(data ? [{ type: 'FormLookChanged', data: { ...data, at } }] : []);
    }
    case 'PublishForm': {
      const { formId, title, slug } = state;
      return move(state, 'published', { type: 'FormPublished', data: { formId, title, slug, at } });
    }
    case 'CloseForm':
      return move(state, 'closed', { type: 'FormClosed', data: { at } });
    case 'ReturnFormToDraft':
      return move(state, 'draft', { type: 'FormReturnedToDraft', data: { at } });
    case 'ArchiveForm':
      return move(state, 'archived', { type: 'FormArchived', data: { at } });
    default:
      return command satisfies never;
  }
}

const refuse = (from: FormStatus, to: string) => err({ code: 'invalid_transition', from, to } as const);

function move(state: ExistingForm, to: FormStatus, event: FormEvent) {
  if (!reachable[to].includes(state.status)) return refuse(state.status, to);
  return ok(state.status === to ? [] : [event]);
}

function changeDetails(
  { title, description, slug, at, ...locale }: Extract<FormCommand, { type: 'ChangeFormDetails' }>,
  state: ExistingForm,
) {
  const changes = {
    ...(title !== undefined && title !== state.title && { title }),
    ...(description !== undefined && description !== state.description && { description }),
    ...(slug !== undefined && slug !== state.slug && { slug }),
    ...changedLocale(state, locale),
  };
  if (Object.keys(changes).length === 0) return ok([]);
  return ok<FormEvent[]>([{ type: 'FormDetailsChanged', data: { ...changes, at } }]);
}

function evolve(state: FormState, event: FormEvent): FormState {
  if (event.type === 'FormCreated') {
    const { at, responses, look, ...data } = event.data;
    return {
      exists: true,
      ...data,
      ...(responses && { responses: responsesAfter(defaultResponses, responses) }),
      ...(look && { look: lookAfter(defaultLook, look) }),
      status: 'draft',
      wasPublished: false,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
  }
  if (!state.exists) return state;
  const { at: updatedAt } = event.data;
  switch (event.type) {
    case 'FormFieldsChanged':
      return { ...state, fields: event.data.fields, version: state.version + 1, updatedAt };
    case 'FormDetailsChanged': {
      const { language: _, timeZone: __, ...others } = state;
      const { title = state.title, description = state.description, slug = state.slug } = event.data;
      return { ...others, title, description, slug, ...localeAfter(state, event.data), updatedAt };
    }
    case 'FormResponsesChanged':
      return {
        ...state,
        responses: responsesAfter(state.responses ?? defaultResponses, event.data),
        updatedAt,
      };
    case 'FormLookChanged':
      return { ...state, look: lookAfter(state.look ?? defaultLook, event.data), updatedAt };
    case 'FormPublished':
      return { ...moved(state, 'published', updatedAt), wasPublished: true };
    case 'FormPublicationLapsed':
      return state;
    case 'FormClosed':
      return { ...moved(state, 'closed', updatedAt), closedAt: updatedAt };
    case 'FormReturnedToDraft':
      return moved(state, 'draft', updatedAt);
    case 'FormArchived':
      return moved(state, 'archived', updatedAt);
    default:
      return event satisfies never;
  }
}

const moved = (
  { closedAt: _, ...state }: ExistingForm,
  status: FormStatus,
  updatedAt: string,
): ExistingForm => ({
  ...state,
  status,
  updatedAt,
});

/** A form: its questions, its details and its lifecycle from draft to archive. */
export const form: Decider<FormState, FormCommand, FormEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
};
