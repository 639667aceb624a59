import { memberNames } from '../../../api/contract/accounts/account-archive.ts';
import { Destination, NewDestinationWithSecret } from '../../../api/contract/webhooks/destination-schemas.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { failureOf } from '../client/explain.ts';
import { response } from '../client/response-schema.ts';
import type { Output } from '../terminal/output.ts';
import type { Archive } from './open-archive.ts';
import { readLines } from './read-lines.ts';
import { type Importing, pathOf } from './target-account.ts';

const Added = response(NewDestinationWithSecret, 'id');
const Existing = response(Destination, 'id', 'label', 'url');

/** The ids of the service, by the ids of the archive. */
export interface NewIds {
  readonly forms: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Adds the destinations, disabled and each with a new secret, which is printed once. A destination with the same label and address is
 * not added again.
 * @returns how many were added
 * @throws CommandFailure for a failure that meets all destinations
 */
export async function importDestinations(
  { api, retry, report, accountId }: Importing,
  archive: Archive,
  ids: NewIds,
  output: Output,
): Promise<number> {
  const path = `${pathOf(accountId)}/destinations`;
  const nameOf = ({ label, url }: { readonly label: string; readonly url: string }) =>
    JSON.stringify([label, url]);
  const existing = new Set((await api.list(path, Existing)).map(nameOf));
  let added = 0;
  for await (const archived of readLines(archive, memberNames.destinations, Destination)) {
    const subject = archived.label;
    if (existing.has(nameOf(archived))) {
      report.taken({ kind: 'destination', subject });
      continue;
    }
    const { form_id: formId, included_fields: chosen } = archived;
    const own = formId === null ? null : ids.forms.get(formId);
    const questions = chosen.flatMap(({ id }) => ids.fields.get(id) ?? []);
    const reason =
      own === undefined
        ? 'its form was not imported'
        : chosen.length > 0 && questions.length === 0
          ? 'none of the questions that it gets was imported'
          : null;
    if (reason !== null) {
      report.add({ kind: 'destination', subject, reason });
      continue;
    }
    const { label, url, events, signature, concurrency, rate_per_second } = archived;
    const settings = { label, url, events, signature, concurrency, rate_per_second };
    const body = { ...settings, form_id: own, included_questions: questions, enabled: false };
    const idempotencyKey = derivedId('import destination', accountId, archived.id);
    const made = await retry(() => api.call({ method: 'POST', path, body, idempotencyKey }, Added));
    if (!made.ok) {
      if (made.error.kind !== 'refused' || made.error.status >= 500) throw failureOf(made.error);
      report.add({ kind: 'destination', subject, reason: made.error.message });
      continue;
    }
    report.taken({ kind: 'destination', subject });
    added += 1;
    const { id, signing_secret } = made.value.value;
    output.record({ destination: { id, label, signing_secret } });
    output.note(
      `Destination ${id} (${label}) is disabled. Its new secret, shown once: ${signing_secret ?? 'rotate it'}`,
    );
    if (chosen.length > questions.length)
      report.add({
        kind: 'setting',
        subject,
        reason: 'some of its chosen questions no longer exist',
        isByDesign: true,
      });
  }
  return added;
}
