import type { FieldDefinition } from '../domain/form/field.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { EventLog } from './event-log.ts';

/** Returns the fields of each version of a form, oldest first. @throws LogUnavailable */
export async function fieldsOfVersions(
  log: Pick<EventLog, 'readStream'>,
  formId: string,
): Promise<readonly (readonly FieldDefinition[])[]> {
  const versions: (readonly FieldDefinition[])[] = [];
  for await (const { event } of log.readStream(streamOf.form(formId)))
    if (event.type === 'FormCreated' || event.type === 'FormFieldsChanged') versions.push(event.data.fields);
  return versions;
}
