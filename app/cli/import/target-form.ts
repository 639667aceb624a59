import { randomUUID } from 'node:crypto';
import { derivedId } from '../../../domain/derived-id.ts';
import { defineFields } from '../../../domain/form/define-fields.ts';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import { frame } from '../../../domain/submission/table/frame.ts';
import type { ApiClient } from '../client/client.ts';
import { valueOf } from '../client/explain.ts';
import { misused, refused } from '../failure.ts';
import { Form, FormOfAccount } from '../forms/form-fields.ts';
import { type ImportField, inferForm } from './infer-form.ts';
import type { ColumnMapping } from './map-option.ts';
import { addedColumn, type ColumnUse, isAddedHeading, matchColumns } from './match-columns.ts';
import type { Import } from './read-import.ts';
import type { Retry } from './retry.ts';

/** The form that a file is imported into. */
export interface Target {
  /** Null in a dry run that would make the form. */
  readonly formId: string | null;
  readonly fields: readonly FieldDefinition[];
  /** What each column of the file holds. */
  readonly uses: readonly ColumnUse[];
  readonly language?: string | undefined;
  readonly timeZone: string;
}

interface Calls {
  readonly api: ApiClient;
  readonly accountId: string;
  readonly retry: Retry;
}

/** Finds a form, and the field of each column. @throws CommandFailure if columns cannot be matched */
export async function existingForm(
  { api, retry, accountId }: Calls,
  formId: string,
  file: Import,
  mappings: readonly ColumnMapping[],
): Promise<Target> {
  const path = `/api/admin/v1/forms/${encodeURIComponent(formId)}`;
  const form = valueOf(await retry(() => api.call({ method: 'GET', path }, FormOfAccount)));
  if (form.account_id !== accountId) throw misused(`The form ${formId} is not one of account ${accountId}.`);
  const uses = matchColumns(file.labels, form.fields, { mappings, isOwn: file.isOwn });
  if (!uses.ok) throw misused(`${uses.error}\nNothing was imported.`);
  return {
    formId: form.id,
    fields: form.fields,
    uses: uses.value,
    language: form.language ?? undefined,
    timeZone: form.time_zone ?? defaultTimeZone,
  };
}

export interface NewFormOptions {
  readonly title: string;
  readonly publish: boolean;
  /** Make another form even if this file was imported before. */
  readonly isNew: boolean;
  readonly isDryRun: boolean;
}

/**
 * Makes a form of the columns of a file. A run within the next hours continues with the same form.
 * @throws CommandFailure if the form cannot be made or continued
 */
export async function newForm(calls: Calls, file: Import, options: NewFormOptions): Promise<Target> {
  const given = usesWithoutForm(file);
  const isQuestion = file.labels.map((_, index) => !given[index]);
  const labels = file.labels.filter((_, index) => isQuestion[index]);
  // The cells of a row that is too long may be those of other columns.
  const fitting = file.rows.filter(({ cells }) => cells.length <= file.labels.length);
  const rows = fitting.map(({ line, cells }) => ({
    line,
    cells: cells.filter((_, index) => isQuestion[index]),
  }));
  const inputs = inferForm({ labels, rows });
  const defined = defineFields(inputs, [], () => randomUUID());
  if (!defined.ok)
    throw misused(`No form can be created from the columns: ${defined.error[0]?.message ?? ''}`);
  const fields = defined.value;
  let next = 0;
  const uses = isQuestion.map((_, index): ColumnUse => {
    const use = given[index];
    if (use) return use;
    const field = fields[next++];
    if (!field) throw new Error('a column has no field');
    return { kind: 'answer', field, part: null };
  });
  const formId = options.isDryRun ? null : await makeForm(calls, file, options, inputs);
  return { formId, fields, uses, timeZone: defaultTimeZone };
}

/** The columns that hold no answers, of an export or of rejected rows; null for all others, each of which becomes a question. */
const usesWithoutForm = ({ labels, isOwn }: Import): readonly (ColumnUse | null)[] =>
  labels.map((label) => {
    if (isAddedHeading(label)) return addedColumn;
    if (!isOwn) return null;
    if (label === 'submitted_at') return { kind: 'submitted_at' };
    return frame.some((name) => name === label) ? { kind: 'ignored', reason: 'set by the service' } : null;
  });

/** The service forgets idempotency keys after 24 hours. */
const continuableMs = 12 * 3_600_000;

async function makeForm(
  calls: Calls,
  { digest }: Import,
  { title, publish, isNew }: NewFormOptions,
  fields: readonly ImportField[],
): Promise<string> {
  const { api, accountId, retry } = calls;
  const made = await retry(() =>
    api.call(
      {
        method: 'POST',
        path: `/api/admin/v1/accounts/${encodeURIComponent(accountId)}/forms`,
        idempotencyKey: derivedId('import form', digest, isNew ? randomUUID() : ''),
        body: { title, fields, status: publish ? 'published' : 'draft' },
      },
      Form,
    ),
  );
  if (!made.ok && made.error.kind === 'refused' && made.error.code === 'idempotency_mismatch')
    throw refused(
      'This file was imported before under another name or with other options. ' +
        'Repeat the same --title and options, name the form with --form, or create another with --new.',
    );
  const form = valueOf(made);
  if (made.ok && made.value.replayed) await checkEarlierForm(calls, form.id);
  return form.id;
}

/** @throws CommandFailure unless the form that an earlier import of the file created can be continued */
async function checkEarlierForm({ api, retry }: Calls, id: string): Promise<void> {
  const path = `/api/admin/v1/forms/${encodeURIComponent(id)}`;
  const form = valueOf(await retry(() => api.call({ method: 'GET', path }, Form)));
  if (Date.now() - Date.parse(form.created_at ?? '') > continuableMs)
    throw refused(
      `This file was imported into form ${form.id} more than 12 hours ago. ` +
        `Continue it with --form ${form.id}, or create another form with --new.`,
    );
}
