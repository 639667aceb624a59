import type { DomainEvent } from '../../../domain/event-registry.ts';
import { form, type FormState } from '../../../domain/form/decider.ts';
import { type FormEvent, formEvents } from '../../../domain/form/events.ts';
import { quoted } from '../../../domain/sentences/sentence.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { EventLog } from '../../../log/event-log.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { Names } from './names.ts';
import type { Wording } from './other-aspects.ts';

const isFormEvent = (event: DomainEvent): event is FormEvent => Object.hasOwn(formEvents, event.type);

interface WordingDeps {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly definitions: FormDefinitions;
  readonly names: Names;
}

/** Returns what the words of states need, with the names at a log position. */
export function wordingAt({ log, definitions, names }: WordingDeps, position: bigint): Wording {
  async function fieldsOf(formId: string) {
    let state: FormState = form.initial;
    for await (const recorded of log.readStream(streamOf.form(formId))) {
      if (recorded.position > position) break;
      if (isFormEvent(recorded.event)) state = form.evolve(state, recorded.event, recorded.revision);
    }
    return state.exists ? state.fields : [];
  }

  const nameOr = async (kind: 'form' | 'destination', id: string): Promise<string> => {
    const name = await names.at(kind, id, position);
    return name === null ? id : quoted(name);
  };

  return {
    definitions,
    formTitle: (id) => nameOr('form', id),
    destinationName: (id) => nameOr('destination', id),
    async questionLabels(formId, fieldIds) {
      const fields = await fieldsOf(formId);
      return fieldIds.map((id) => fields.find((field) => field.id === id)?.label ?? id);
    },
  };
}
