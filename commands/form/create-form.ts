import { account } from '../../domain/account/decider.ts';
import type { FormCommand } from '../../domain/form/commands.ts';
import { form, type FormState, type FormStatus } from '../../domain/form/decider.ts';
import type { FormEvent } from '../../domain/form/events.ts';
import type { FieldInput } from '../../domain/form/field.ts';
import { checkLocale, type FormLocale, localeAfter } from '../../domain/form/locale.ts';
import { defaultLook, relevantLook } from '../../domain/form/look.ts';
import { defaultResponses, relevantResponses, type ResponseChanges } from '../../domain/form/responses.ts';
import { checkThanks } from '../../domain/form/thanks.ts';
import { checkTitle } from '../../domain/form/title.ts';
import { choiceWarnings } from '../../domain/form/warnings.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { cleanText } from '../../domain/text.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { type EventLog, noStream } from '../../log/event-log.ts';
import type { Folded } from '../../log/stream-cache.ts';
import type { CommandDeps } from '../deps.ts';
import { findKeyed, type KeyedStream } from '../keyed-streams.ts';
import type { Refusal } from '../refusal.ts';
import { requestHash } from '../request-hash.ts';
import { findPictures, type LookRequest } from './chosen-pictures.ts';
import { type FormOutcome, formOutcome, invalidForm } from './form-outcome.ts';
import { defineInTurns } from './patterns.ts';

export interface FormRequest {
  readonly title: string;
  readonly description?: string;
  readonly fields: readonly FieldInput[];
  readonly status?: 'draft' | 'published';
  /** By default, one is made of the title. */
  readonly slug?: string;
  /** A language tag (BCP 47), and a time zone of the IANA database; by default those of the account, null for none. */
  readonly locale?: FormLocale;
  /** How the form takes responses, where that is not the default. */
  readonly responses?: ResponseChanges;
  /** How its public pages look, where that is not the default. */
  readonly look?: LookRequest;
  /** Determines the form's id for 24 hours, so that a repeated request finds its form. */
  readonly idempotencyKey?: string;
}

type Deps = Pick<CommandDeps, 'log' | 'aggregates' | 'publications' | 'slugs' | 'now' | 'newId'>;

/** Creates a form of the context's account, published if requested. */
export async function createForm(
  deps: Deps,
  request: FormRequest,
  context: CommandContext,
): Promise<Result<FormOutcome, Refusal>> {
  const { title, description = '', status = 'draft', locale = {}, slug: chosen, idempotencyKey } = request;
  const { responses = {}, look = {} } = request;
  const { accountId } = context;
  const keyed = idempotencyKey === undefined ? null : await findForm(deps, context, idempotencyKey);
  // Requests without these settings have the hash that earlier releases gave them.
  const settings = [
    ...(Object.keys(locale).length === 0 ? [] : [locale]),
    ...(chosen === undefined ? [] : [{ slug: chosen }]),
    ...(Object.keys(responses).length === 0 ? [] : [{ responses }]),
    ...(Object.keys(look).length === 0 ? [] : [{ look }]),
  ];
  const hashed = keyed
    ? { requestHash: requestHash([title, description, status, request.fields, ...settings]) }
    : {};
  const before = keyed && (await replay(deps, keyed.folded, status, hashed.requestHash));
  if (before) return before;
  const formId = keyed?.id ?? deps.newId();
  const stream = streamOf.form(formId);
  const checked = checkLocale(locale);
  const fields = await defineInTurns(request.fields, [], deps.newId);
  const named = checkTitle(title);
  const thanked = checkThanks(responses);
  const found = await findPictures(deps, look, accountId);
  if (!fields.ok || !checked.ok || !named.ok || !thanked.ok || !found.ok)
    return invalidForm(fields, named, checked, thanked, found);
  const { state: owner } = await deps.aggregates.load(account, streamOf.account(accountId));
  const styled = relevantLook(defaultLook, found.value);
  const at = deps.now().toISOString();
  const taken =
    chosen === undefined
      ? ok(await deps.slugs.takeFor(named.value, formId, context))
      : await deps.slugs.take(chosen, formId, context);
  if (!taken.ok) return taken;
  const { value: slug } = taken;
  const create: FormCommand = {
    type: 'CreateForm',
    formId,
    accountId,
    title: named.value,
    description: cleanText(description),
    slug,
    fields: fields.value,
    // Copied: a later change of the account does not change how the answers to this form are read.
    ...localeAfter(owner.exists ? owner : {}, checked.value),
    ...(relevantResponses(defaultResponses, responses) && { responses: thanked.value }),
    ...(styled && { look: styled }),
    ...hashed,
    at,
  };
  const created =
    status === 'draft'
      ? await deps.aggregates.execute(form, stream, [create], context, { isNew: true })
      : await createPublished(
          deps,
          formId,
          keyed?.folded.revision ?? noStream,
          [create, { type: 'PublishForm', at }],
          context,
        );
  if (created.ok) return withWarnings(created.value, false);
  if (created.error.code !== 'already_exists') {
    await deps.slugs.release(slug, formId, context);
    return created;
  }
  return (
    (await replay(deps, await deps.aggregates.load(form, stream), status, hashed.requestHash)) ?? created
  );
}

const withWarnings = (created: Folded<FormState>, isReplayed: boolean) =>
  formOutcome(created, isReplayed, created.state.exists ? choiceWarnings(created.state.fields) : []);

const findForm = (
  { aggregates, now }: Deps,
  { accountId, actor }: CommandContext,
  idempotencyKey: string,
): Promise<KeyedStream<FormState>> =>
  findKeyed({
    // The account and operators each have keys of their own; those of operators keep the ids of earlier releases.
    kind: actor.kind === 'key' ? 'own forms' : 'forms',
    accountId,
    idempotencyKey,
    now,
    load: (formId) => aggregates.load(form, streamOf.form(formId)),
    createdAt: (state) => (state.exists ? state.createdAt : null),
  });

/** Returns the outcome of the same request; null if it created nothing. */
async function replay(
  { log }: Deps,
  existing: Folded<FormState>,
  status: FormStatus,
  hash: string | undefined,
): Promise<Result<FormOutcome, Refusal> | null> {
  const { state } = existing;
  if (!state.exists) return null;
  // Forms before version 3 of the event have no request hash.
  const { requestHash: before = hash } = state;
  if (before !== hash) return err({ code: 'idempotency_mismatch' });
  return withWarnings((await asCreated(log, state.formId, status)) ?? existing, true);
}

/** Returns the form as it was when it was created with this status; null if it never had it. */
async function asCreated(
  log: Pick<EventLog, 'readStream'>,
  formId: string,
  status: FormStatus,
): Promise<Folded<FormState> | null> {
  let { initial: state } = form;
  for await (const { event, revision, position } of log.readStream(streamOf.form(formId))) {
    // The codec validated the event, which was written by this decider.
    state = form.evolve(state, event as FormEvent, revision);
    if (state.exists && state.status === status) return { state, revision, position };
  }
  return null;
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
    const created = await aggregates.executeAt(form, stream, expectedRevision, commands, context);
    if (created.ok) return created;
    const existing = await aggregates.load(form, stream);
    // The grant now belongs to the other run, which created this form.
    if (existing.state.exists) return err({ code: 'already_exists' } as const);
    if (created.error.code !== 'revision_mismatch') {
      if (granted.value.isFirst) await publications.releaseGrant(formId, granted.value.revision, context);
      return created;
    }
    expectedRevision = existing.revision;
  }
}
