import type { Static } from 'typebox';
import { DestinationChange, NewDestination } from '../../../api/contract/webhooks/destination-schemas.ts';
import { withDestinationReads } from '../../../api/requests/destination-reads.ts';
import { requestOf, settingsOf } from '../../../api/requests/destination-settings.ts';
import { checkDestination } from '../../../commands/destination/configure-destination.ts';
import { checkChange } from '../../../commands/destination/reconfigure-destination.ts';
import { defaultLimits } from '../../../domain/destination/events.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import type { WebDeps } from '../../web-deps.ts';
import { numberIn } from '../parts/number-in.ts';
import { type DestinationDraft, draftOf } from './draft.ts';

/** The settings of a draft as the API spells them, not checked yet. */
const requestBody = (draft: DestinationDraft): Readonly<Record<string, unknown>> => ({
  label: draft.label,
  url: draft.url,
  events: draft.events,
  signature: draft.signature,
  form_id: draft.form_id === '' ? null : draft.form_id,
  included_questions: draft.included_questions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  concurrency: draft.concurrency === '' ? defaultLimits.concurrency : numberIn(draft.concurrency),
  rate_per_second: draft.rate_per_second === '' ? null : numberIn(draft.rate_per_second),
});

type Deps = Pick<WebDeps, 'aggregates' | 'secrets' | 'destinationRules' | 'queries' | 'progress' | 'log'>;
type Checked<T> = Promise<Result<T, readonly InputProblem[]>>;

const checkNew = inputCheck(NewDestination);
const checkPart = inputCheck(DestinationChange);
const unknownForm: InputProblem = { path: '/form_id', message: 'The form does not exist.' };

const noEventChosen: InputProblem = { path: '/events', message: 'Choose at least one.' };

/** The problems of a draft by its body, in the terms of the form. */
const formProblems = (problems: readonly InputProblem[], draft: DestinationDraft): readonly InputProblem[] =>
  problems.map((problem) =>
    problem.path === '/events' && draft.events.length === 0 ? noEventChosen : problem,
  );

/** Stand in for fields with a problem while the others are checked. */
const placeholders = { label: 'x', url: 'https://example.com/' };

/** Checks a body, and without the fields that have a problem, so that the other fields are checked as well. */
function checkBody<T>(
  check: (body: unknown) => Result<T, readonly InputProblem[]>,
  draft: DestinationDraft,
  body: Readonly<Record<string, unknown>>,
  substitutes: Readonly<Record<string, unknown>> = {},
) {
  const whole = check(body);
  if (whole.ok) return { whole, problems: [], rest: whole };
  const problems = formProblems(whole.error, draft);
  const faulty = new Set(problems.map(({ path }) => path.split('/')[1]));
  const valid = Object.entries(body).filter(([name]) => !faulty.has(name));
  return { whole, problems, rest: check({ ...substitutes, ...Object.fromEntries(valid) }) };
}

/** Checks a new destination as the API does. Writes nothing. */
export async function checkNewDraft(
  deps: Deps,
  draft: DestinationDraft,
  accountId: string,
): Checked<Static<typeof NewDestination>> {
  const secret = draft.signing_secret === '' ? {} : { signing_secret: draft.signing_secret };
  const body = { ...requestBody(draft), enabled: draft.enabled, ...secret };
  const { whole, problems, rest } = checkBody(checkNew, draft, body, placeholders);
  const checked = rest.ok
    ? await checkDestination(withDestinationReads(deps), requestOf(rest.value), accountId)
    : { problems: [] };
  const all = [...problems, ...(checked?.problems ?? [unknownForm])];
  return whole.ok && all.length === 0 ? ok(whole.value) : err(all);
}

/** A destination before a change, with the names of the questions that it has chosen. */
export interface Before {
  readonly destination: DestinationView;
  readonly names: readonly string[];
}

/**
 * The settings that differ from those of a destination. The questions are chosen again for another form, and if an
 * earlier release chose them by their labels.
 */
function differences(
  draft: DestinationDraft,
  { destination, names }: Before,
): Readonly<Record<string, unknown>> {
  const former = new Map<string, unknown>(Object.entries(requestBody(draftOf(destination, names))));
  const isOtherForm = draft.form_id !== (destination.form_id ?? '');
  if (isOtherForm || destination.included_questions.length > 0) former.delete('included_questions');
  return Object.fromEntries(
    Object.entries(requestBody(draft)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(former.get(name)),
    ),
  );
}

/**
 * Checks what a draft changes of a destination, as the API does. Writes nothing.
 * @returns the changed settings alone; null without any
 */
export async function checkChangedDraft(
  deps: Deps,
  draft: DestinationDraft,
  before: Before,
): Checked<Static<typeof DestinationChange> | null> {
  const body = differences(draft, before);
  if (Object.keys(body).length === 0) return ok(null);
  const { whole, problems, rest } = checkBody(checkPart, draft, body);
  const { id: destinationId, account_id: accountId } = before.destination;
  const change = { destinationId, settings: rest.ok ? settingsOf(rest.value) : {} };
  const checked = await checkChange(withDestinationReads(deps), change, accountId);
  const all = [...problems, ...(checked?.problems ?? [])];
  return whole.ok && all.length === 0 ? ok(whole.value) : err(all);
}
