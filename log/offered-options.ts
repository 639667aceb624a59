import { LRUCache } from 'lru-cache';
import type { FieldOption } from '../domain/form/field.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { EventLog } from './event-log.ts';

/** The options of a form in all its versions. */
interface Offered {
  /** By value and label: an option whose label was changed comes once for each label. */
  readonly options: ReadonlyMap<string, FieldOption>;
  /** The last revision of the form's stream that was read. */
  readonly revision: number;
}

const keptOptions = 100_000;

/**
 * Returns the function that finds all options that the questions of a form have ever had, none for an unknown form. A later call reads
 * only the events since.
 * @throws LogUnavailable
 */
export function openOfferedOptions(
  log: Pick<EventLog, 'readStream'>,
): (formId: string) => Promise<readonly FieldOption[]> {
  const known = new LRUCache<string, Offered>({
    maxSize: keptOptions,
    sizeCalculation: ({ options }) => options.size + 1,
  });

  return async (formId) => {
    const before = known.get(formId) ?? { options: new Map<string, FieldOption>(), revision: -1 };
    const options = new Map(before.options);
    let { revision } = before;
    for await (const recorded of log.readStream(streamOf.form(formId), revision + 1)) {
      ({ revision } = recorded);
      const { event } = recorded;
      if (event.type !== 'FormCreated' && event.type !== 'FormFieldsChanged') continue;
      for (const { options: offered = [] } of event.data.fields)
        for (const option of offered) options.set(`${option.value}\0${option.label}`, option);
    }
    known.set(formId, { options, revision });
    return [...options.values()];
  };
}
