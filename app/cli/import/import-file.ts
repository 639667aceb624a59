import { randomUUID } from 'node:crypto';
import { derivedId } from '../../../log/ids.ts';
import { Form, SubmittedRow } from '../answers.ts';
import type { ApiClient } from '../client.ts';
import { explainRefusal, valueOf } from '../explain.ts';
import { refused } from '../failure.ts';
import type { Output } from '../output.ts';
import { answersOf } from './infer-form.ts';
import { givenKey, temporaryKey } from './key-source.ts';
import type { Bar } from '../progress.ts';
import type { Import } from './read-import.ts';
import type { Retry } from './retry.ts';
import { submitRows, type Tally } from './submit-rows.ts';

export interface ImportRun {
  readonly file: Import;
  readonly title: string;
  /** Create another form even if this file was imported before. */
  readonly isNew: boolean;
  /** The API key to submit with; by default a temporary key. */
  readonly key: string | undefined;
  /** Retries calls while the service is unavailable. */
  readonly retry: Retry;
  readonly concurrency: number;
  readonly api: ApiClient;
  readonly accountId: string;
  readonly output: Output;
  readonly bar: Bar;
  readonly signal: AbortSignal;
}

export interface ImportResult {
  readonly formId: string;
  readonly tally: Tally;
  /** The failure that stopped the import early. */
  readonly failure: Error | null;
}

/**
 * Creates a published form from a file and submits its rows through the public API. Every request has an idempotency
 * key derived from the file, so that a run within the next hours continues where this one stopped.
 * @throws CommandFailure if the form cannot be created
 */
export async function importFile(run: ImportRun): Promise<ImportResult> {
  const { file, api, accountId, output, bar, signal, concurrency, retry } = run;
  const form = await makeForm(run);
  const key = run.key === undefined ? temporaryKey(api, retry, accountId) : givenKey(run.key);
  const { tally, failure } = await submitRows({
    rows: file.rows,
    concurrency,
    signal,
    onProgress: ({ refused, unsent }) => bar.show(file.rows.length - unsent, file.rows.length, { refused }),
    onRefused: (line, refusal) => {
      const { status, code, message, details } = refusal;
      output.record({ line, status, code, message, details });
      bar.note(`line ${line} refused: ${explainRefusal(refusal)}`);
    },
    send: ({ line, cells }) =>
      retry(async () =>
        api.call(
          {
            method: 'POST',
            path: '/api/public/v1/submissions',
            token: await key.get(),
            idempotencyKey: derivedId('import row', file.digest, form.id, String(line)),
            body: { form_id: form.id, answers: answersOf(file.fields, cells) },
          },
          SubmittedRow,
        ),
      ),
  });
  const leftover = await key.close();
  if (leftover !== null) bar.note(leftover);
  return { formId: form.id, tally, failure };
}

/** The service forgets idempotency keys after 24 hours. */
const continuableMs = 12 * 3_600_000;

async function makeForm(run: ImportRun) {
  const { file, title, isNew, api, accountId, retry } = run;
  const idempotencyKey = derivedId('import form', file.digest, isNew ? randomUUID() : '');
  const made = await retry(() =>
    api.call(
      {
        method: 'POST',
        path: `/api/admin/v1/accounts/${encodeURIComponent(accountId)}/forms`,
        idempotencyKey,
        body: { title, fields: file.fields, status: 'published' },
      },
      Form,
    ),
  );
  if (!made.ok && made.error.kind === 'refused' && made.error.code === 'idempotency_mismatch')
    throw refused(
      'This file was imported before under another name or with other options. ' +
        'Repeat the same --title and options, or create another form with --new.',
    );
  const form = valueOf(made);
  return made.ok && made.value.replayed ? earlierForm(run, form.id) : form;
}

/**
 * Reads the form that an earlier import of the file created.
 * @throws CommandFailure unless its rows can be continued: the form is published, and the service still has the
 * idempotency keys of all its rows, even if this run takes hours
 */
async function earlierForm({ title, api, output, retry }: ImportRun, id: string) {
  const path = `/api/admin/v1/forms/${encodeURIComponent(id)}`;
  const form = valueOf(await retry(() => api.call({ method: 'GET', path }, Form)));
  if (form.status !== 'published')
    throw refused(
      `This file was imported before, and its form ${form.id} is ${form.status}. ` +
        `Open it with "formlog forms publish ${form.id}", or create another form with --new.`,
    );
  if (Date.now() - Date.parse(form.created_at ?? '') > continuableMs)
    throw refused(
      `This file was imported into form ${form.id} more than 12 hours ago, and can no longer be continued. ` +
        'Create another form with --new.',
    );
  if (form.title !== title.trim())
    output.note(`This file was imported before. Its form keeps the title "${form.title}".`);
  return form;
}
