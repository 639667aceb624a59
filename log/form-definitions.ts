import { LRUCache } from 'lru-cache';
import type { DomainEvent } from '../domain/event-registry.ts';
import { type ExistingForm, form, type FormState } from '../domain/form/decider.ts';
import {
  type CopiedDefinition,
  definitionOf,
  type FormDefinition,
  sizeOf,
} from '../domain/form/definition.ts';
import { type FormEvent, formEvents } from '../domain/form/events.ts';
import type { FieldOption } from '../domain/form/field.ts';
import { streamOf } from '../domain/stream-names.ts';
import { type AnsweredForm, isCopied } from '../domain/submission/answered-form.ts';
import type { EventLog } from './event-log.ts';
import { openOfferedOptions } from './offered-options.ts';

/** The definitions of forms as of the revisions that submissions name. They never change, so they are cached. */
export interface FormDefinitions {
  /** @throws LogUnavailable */
  of(form: AnsweredForm): Promise<FormDefinition>;
  /** Returns all options that the questions of a form have had in any version, each with its labels. @throws LogUnavailable */
  offeredOptions(formId: string): Promise<readonly FieldOption[]>;
  /** Keeps the definition of a form that the caller has folded, so that its stream is not read again. */
  keep(state: ExistingForm, revision: number): void;
}

/** About as many characters of definitions as a process keeps. */
const keptCharacters = 32_000_000;

type Reference = Exclude<AnsweredForm, CopiedDefinition>;

const isFormEvent = (event: DomainEvent): event is FormEvent => Object.hasOwn(formEvents, event.type);

const nameOf = (id: string, revision: number): string => `${id}@${revision}`;

export function openFormDefinitions(log: Pick<EventLog, 'readStream'>): FormDefinitions {
  const known = new LRUCache<string, FormDefinition, Reference>({
    maxSize: keptCharacters,
    sizeCalculation: sizeOf,
    fetchMethod: (_, __, { context: { id, revision } }) => read(id, revision),
    // Those who wait get their definition, also where it is evicted meanwhile.
    ignoreFetchAbort: true,
  });

  async function read(formId: string, revision: number): Promise<FormDefinition> {
    let state: FormState = form.initial;
    for await (const recorded of log.readStream(streamOf.form(formId))) {
      if (recorded.revision > revision) break;
      if (isFormEvent(recorded.event)) state = form.evolve(state, recorded.event, recorded.revision);
    }
    if (!state.exists) throw new Error(`the log does not hold form ${formId} at revision ${revision}`);
    return definitionOf(state);
  }

  return {
    offeredOptions: openOfferedOptions(log),
    async of(answered) {
      if (isCopied(answered)) return answered;
      const name = nameOf(answered.id, answered.revision);
      return known.get(name) ?? known.forceFetch(name, { context: answered });
    },
    keep(state, revision) {
      const name = nameOf(state.formId, revision);
      if (!known.has(name)) known.set(name, definitionOf(state));
    },
  };
}
