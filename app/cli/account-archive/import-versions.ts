import { isDeepStrictEqual } from 'node:util';
import { ArchivedVersion, formMember } from '../../../api/contract/accounts/account-archive.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { valueOf } from '../client/explain.ts';
import { CommandFailure, exitCodes, refused } from '../failure.ts';
import { DefinedForm } from '../forms/form-fields.ts';
import { importLook } from './import-pictures.ts';
import type { Archive } from './open-archive.ts';
import { readLines } from './read-lines.ts';
import { type FormOfTarget, type Importing, pathOf } from './target-account.ts';
import type { FormOfArchive } from './verify-archive.ts';

/** A form of the target account as an import has it so far. */
export interface DefinedVersion {
  readonly id: string;
  /** The version of the archive that the form has now. */
  readonly version: number;
  readonly isLast: boolean;
}

type FieldIds = Map<string, string>;

/** The settings of a field without its id, in which forms of both services are the same. */
const withoutIds = (fields: readonly FieldDefinition[]): readonly object[] =>
  fields.map(({ id: _, ...field }) => field);

/**
 * Gives a form its versions one after the other, so that the submissions to each can be imported in between. A version that the form
 * has from an earlier run is not given again.
 * @param fieldIds gets the id of each field, by its id in the archive
 * @throws CommandFailure with exit code `refused` if the service does not take a version
 */
export async function* importVersions(
  importing: Importing,
  archive: Archive,
  archived: FormOfArchive,
  existing: FormOfTarget | undefined,
  fieldIds: FieldIds,
): AsyncGenerator<DefinedVersion> {
  const { folder, form } = archived;
  const path = formMember(folder, 'versions.ndjson');
  let present = existing ? await readForm(importing, existing.id) : null;
  const reached = present ? await versionReached(archive, path, present) : 0;
  if (reached === null)
    throw refused(`The form "${folder}" of account ${importing.accountId} is not the one of the archive.`);
  for await (const { version, fields } of readLines(archive, path, ArchivedVersion)) {
    if (version < reached) continue;
    const isThere = present && isDeepStrictEqual(withoutIds(present.fields), withoutIds(fields));
    if (!isThere) present = await define(importing, archive, archived, present, fields, fieldIds);
    if (!present) throw new Error('a form was not created');
    for (const [index, field] of fields.entries()) {
      const id = present.fields[index]?.id;
      if (id !== undefined) fieldIds.set(field.id, id);
    }
    yield { id: present.id, version, isLast: version === form.version };
  }
}

interface PresentForm {
  readonly id: string;
  readonly version?: number | null;
  readonly fields: readonly FieldDefinition[];
}

const formPath = (id: string) => `/api/admin/v1/forms/${encodeURIComponent(id)}`;

const readForm = async ({ api, retry }: Importing, id: string): Promise<PresentForm> =>
  valueOf(await retry(() => api.call({ method: 'GET', path: formPath(id) }, DefinedForm)));

/**
 * The version of the archive that a form has from an earlier run; null if it has another one. Versions that are equal to the one before
 * are not counted by the service.
 */
async function versionReached(
  archive: Archive,
  path: string,
  { version: wanted, fields }: PresentForm,
): Promise<number | null> {
  let counted = 0;
  let before: readonly object[] | null = null;
  for await (const { version, fields: of } of readLines(archive, path, ArchivedVersion)) {
    const now = withoutIds(of);
    if (isDeepStrictEqual(now, before)) continue;
    before = now;
    counted += 1;
    if (counted === wanted) return isDeepStrictEqual(now, withoutIds(fields)) ? version : null;
  }
  return null;
}

/** Creates the form with its first version, or changes its fields to the next one. */
async function define(
  importing: Importing,
  archive: Archive,
  archived: FormOfArchive,
  present: PresentForm | null,
  fields: readonly FieldDefinition[],
  fieldIds: FieldIds,
): Promise<PresentForm> {
  const { api, retry, accountId } = importing;
  const { folder, form } = archived;
  const known = new Set(present?.fields.map(({ id }) => id));
  const inputs = fields.map(({ id, ...field }) => {
    const own = fieldIds.get(id);
    return own !== undefined && known.has(own) ? { id: own, ...field } : field;
  });
  const { title, description, language, time_zone, responses, look } = form;
  const settings = {
    title,
    description,
    language,
    time_zone,
    ...(responses && { responses }),
    ...(look && !present && { look: await importLook(importing, archive, archived, look) }),
  };
  const made = await retry(() =>
    present
      ? api.call({ method: 'PATCH', path: formPath(present.id), body: { fields: inputs } }, DefinedForm)
      : api.call(
          {
            method: 'POST',
            path: `${pathOf(accountId)}/forms`,
            idempotencyKey: derivedId('import form', accountId, form.id),
            body: { ...settings, slug: folder, fields: inputs, status: 'draft' },
          },
          DefinedForm,
        ),
  );
  const changed = valueOf(made);
  if (changed.fields.length !== fields.length)
    throw new CommandFailure(
      exitCodes.refused,
      `The service has other fields of "${folder}" than it was sent.`,
    );
  return changed;
}
