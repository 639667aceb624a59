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

/** A form as a command leaves it. */
export interface FormOutcome {
  readonly form: ExistingForm;
  readonly revision: number;
  readonly position: bigint | null;
  /** The same request was carried out before, and this is what came of it since. */
  readonly replayed: boolean;
}

export interface FormRequest {
  readonly title: string;
  readonly description?: string;
  readonly fields: readonly FieldInput[];
  readonly status?: 'draft' | 'published';
  /** Makes the form's id, so that a repeated request finds the form that it made. */
  readonly idempotencyKey?: string;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'publications' | 'now' | 'newId'>;

/** The id of the form that is made under an idempotency key. */
export const keyedFormId = (accountId: string, idempotencyKey: string): string =>
  derivedId(accountId, 'forms', idempotencyKey);

/** Creates a form of the context's account, published at once where that is asked for. */
export async function createForm(
  deps: Deps,
  request: FormRequest,
  context: CommandContext,
): Promise<Result<FormOutcome, Refusal>> {
  const { title, description = '', status = 'draft', idempotencyKey } = request;
  const { accountId } = context;
  const formId = idempotencyKey === undefined ? deps.newId() : keyedFormId(accountId, idempotencyKey);
  const asked =
    idempotencyKey === undefined
      ? {}
      : { requestHash: requestHash([title, description, status, request.fields]) };
  const stream = streamOf.form(formId);
  let revision = noStream;
  if (idempotencyKey !== undefined) {
    const made = await deps.aggregates.load(form, stream);
    const before = replay(made, asked.requestHash);
    if (before) return before;
    ({ revision } = made);
  }
  const fields = defineFields(request.fields, [], deps.newId);
  if (!fields.ok) return invalid('The fields cannot be used.', fields.error);
  const at = deps.now().toISOString();
  const slug = slugify(title);
  const create: FormCommand = {
    type: 'CreateForm',
    ...{ formId, accountId, title, description, slug, fields: fields.value, ...asked, at },
  };
  const created =
    status === 'draft'
      ? await deps.aggregates.execute(form, stream, [create], context, { isNew: true })
      : await createPublished(deps, formId, revision, [create, { type: 'PublishForm', at }], context);
  if (created.ok) return outcome(created.value, false);
  if (created.error.code !== 'already_exists') return created;
  return replay(await deps.aggregates.load(form, stream), asked.requestHash) ?? created;
}

/** What the same request has made before; null where it made nothing. */
function replay(
  made: Folded<ReturnType<typeof form.evolve>>,
  hash: string | undefined,
): Result<FormOutcome, Refusal> | null {
  if (!made.state.exists) return null;
  // Forms of before version 3 of the event do not know what was asked.
  const { requestHash: before = hash } = made.state;
  return before === hash ? outcome(made, true) : err({ code: 'idempotency_mismatch' });
}

/**
 * One append makes the form and publishes it; the grant comes first, and the revision of the form's stream before that.
 * Where another process gave the grant back meanwhile, the append is refused, and takes another grant.
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
    const made = await aggregates.load(form, stream);
    // The other run that created this form holds the grant from here on.
    if (made.state.exists) return err({ code: 'already_exists' } as const);
    if (created.error.code !== 'revision_mismatch') {
      if (granted.value.isFirst) await publications.giveBack(formId, granted.value.revision, context);
      return created;
    }
    expectedRevision = made.revision;
  }
}

/** What a command answers of a form; `not_found` where there is none. */
export function outcome(
  { state, revision, position }: Folded<ReturnType<typeof form.evolve>>,
  replayed: boolean,
): Result<FormOutcome, Refusal> {
  return state.exists ? ok({ form: state, revision, position, replayed }) : notFound;
}
