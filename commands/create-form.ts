import { form, type ExistingForm, type FormCommand } from '../domain/form/decider.ts';
import { defineFields } from '../domain/form/define-fields.ts';
import type { FieldInput } from '../domain/form/field.ts';
import { slugify } from '../domain/form/slug.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { noStream } from '../log/event-log.ts';
import type { Folded } from '../log/stream-cache.ts';
import { derivedId } from '../log/ids.ts';
import type { CommandDeps } from './support/deps.ts';
import { invalid, notFound, type Refusal } from './support/refusal.ts';
import { requestHash } from './support/request-hash.ts';

/** A form after a command. */
export interface FormOutcome {
  readonly form: ExistingForm;
  readonly revision: number;
  readonly position: bigint | null;
  /** Whether the same request was carried out before; the form is then in its present state. */
  readonly replayed: boolean;
}

export interface FormRequest {
  readonly title: string;
  readonly description?: string;
  readonly fields: readonly FieldInput[];
  readonly status?: 'draft' | 'published';
  /** Determines the form's id, so that a repeated request finds its form. */
  readonly idempotencyKey?: string;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'publications' | 'now' | 'newId'>;

/** Returns the id of the form that is created under an idempotency key. */
export const keyedFormId = (accountId: string, idempotencyKey: string): string =>
  derivedId(accountId, 'forms', idempotencyKey);

/** Creates a form of the context's account, published if requested. */
export async function createForm(
  deps: Deps,
  request: FormRequest,
  context: CommandContext,
): Promise<Result<FormOutcome, Refusal>> {
  const { title, description = '', status = 'draft', idempotencyKey } = request;
  const { accountId } = context;
  const formId = idempotencyKey === undefined ? deps.newId() : keyedFormId(accountId, idempotencyKey);
  const hashed =
    idempotencyKey === undefined
      ? {}
      : { requestHash: requestHash([title, description, status, request.fields]) };
  const stream = streamOf.form(formId);
  let revision = noStream;
  if (idempotencyKey !== undefined) {
    const existing = await deps.aggregates.load(form, stream);
    const before = replay(existing, hashed.requestHash);
    if (before) return before;
    ({ revision } = existing);
  }
  const fields = defineFields(request.fields, [], deps.newId);
  if (!fields.ok) return invalid('The fields are invalid.', fields.error);
  const at = deps.now().toISOString();
  const slug = slugify(title);
  const create: FormCommand = {
    type: 'CreateForm',
    formId,
    accountId,
    title,
    description,
    slug,
    fields: fields.value,
    ...hashed,
    at,
  };
  const created =
    status === 'draft'
      ? await deps.aggregates.execute(form, stream, [create], context, { isNew: true })
      : await createPublished(deps, formId, revision, [create, { type: 'PublishForm', at }], context);
  if (created.ok) return outcome(created.value, false);
  if (created.error.code !== 'already_exists') return created;
  return replay(await deps.aggregates.load(form, stream), hashed.requestHash) ?? created;
}

/** Returns the outcome of the same request; null if it created nothing. */
function replay(
  existing: Folded<ReturnType<typeof form.evolve>>,
  hash: string | undefined,
): Result<FormOutcome, Refusal> | null {
  if (!existing.state.exists) return null;
  // Forms before version 3 of the event have no request hash.
  const { requestHash: before = hash } = existing.state;
  return before === hash ? outcome(existing, true) : err({ code: 'idempotency_mismatch' });
}

/**
 * Creates and publishes the form in one append. The revision of the form's stream is read first, then the
 * grant is taken. If another process returned the grant meanwhile, the append is refused, and another grant
 * is taken.
 */
async function createPublished(
  { aggregates, publications }: Deps,
  formId: string,
  revision: number,
  commands: readonly FormCommand[],
  context: CommandContext,
) {
  const stream = streamOf.form(formId);
  for (let expectedRevision = revision; ;) {
    const granted = await publications.take(formId, context);
    if (!granted.ok) return granted;
    const options = { expectedRevision, isNew: expectedRevision === noStream };
    const created = await aggregates.execute(form, stream, commands, context, options);
    if (created.ok) return created;
    const existing = await aggregates.load(form, stream);
    // The grant now belongs to the other run, which created this form.
    if (existing.state.exists) return err({ code: 'already_exists' } as const);
    if (created.error.code !== 'revision_mismatch') {
      if (granted.value.isFirst) await publications.returnGrant(formId, granted.value.revision, context);
      return created;
    }
    expectedRevision = existing.revision;
  }
}

/** Returns the form as an outcome; `not_found` if it does not exist. */
export function outcome(
  { state, revision, position }: Folded<ReturnType<typeof form.evolve>>,
  replayed: boolean,
): Result<FormOutcome, Refusal> {
  return state.exists ? ok({ form: state, revision, position, replayed }) : notFound;
}
