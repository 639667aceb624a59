import { DestinationTemplate } from '../../../api/contract/webhooks/destination-template.ts';
import { defaultLimits } from '../../../domain/destination/events.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { inputCheck } from '../../check-input.ts';

/** A destination as it is typed into the form. */
export interface DestinationDraft {
  readonly label: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly form_id: string;
  /** A line for each question. */
  readonly included_questions: string;
  readonly signature: string;
  readonly concurrency: string;
  readonly rate_per_second: string;
  readonly signing_secret: string;
  readonly enabled: boolean;
}

/** The fields that have problems of their own. */
export const fieldNames = [
  ...(['label', 'url', 'events', 'form_id', 'included_questions'] as const),
  ...(['signature', 'concurrency', 'rate_per_second', 'signing_secret'] as const),
] as const;

export const blankDraft: DestinationDraft = {
  label: '',
  url: '',
  events: ['submission.created'],
  form_id: '',
  included_questions: '',
  signature: 'timestamped',
  concurrency: String(defaultLimits.concurrency),
  rate_per_second: '',
  signing_secret: '',
  enabled: true,
};

/** The draft that a browser sent. */
export function readDraft(sent: Readonly<Record<string, unknown>>): DestinationDraft {
  const text = (name: string): string => {
    const value = sent[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const events: readonly unknown[] = [sent['events'] ?? []].flat();
  return {
    label: text('label'),
    url: text('url'),
    form_id: text('form_id'),
    signature: text('signature'),
    included_questions: text('included_questions'),
    concurrency: text('concurrency'),
    rate_per_second: text('rate_per_second'),
    signing_secret: text('signing_secret'),
    events: events.filter((event) => typeof event === 'string'),
    enabled: sent['enabled'] === 'on',
  };
}

const checkTemplate = inputCheck(DestinationTemplate);

/** The draft in a completed template, or why the text is none. */
export function draftOfTemplate(text: string): Result<DestinationDraft, string> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return err('This is not JSON.');
  }
  const checked = checkTemplate(given);
  if (!checked.ok) return err(checked.error.map(({ path, message }) => `${path} ${message}`).join(' '));
  const { formlog, url, events, enabled, includedQuestions, formId, signature } = checked.value;
  return ok({
    ...blankDraft,
    label: formlog.label,
    url,
    events,
    enabled,
    form_id: formId ?? '',
    included_questions: includedQuestions.join('\n'),
    ...(signature !== undefined && { signature }),
  });
}

/** @param names the names of the questions that the destination has chosen */
export const draftOf = (view: DestinationView, names: readonly string[]): DestinationDraft => ({
  label: view.label,
  url: view.url,
  events: view.events,
  signature: view.signature,
  form_id: view.form_id ?? '',
  included_questions: names.join('\n'),
  concurrency: String(view.concurrency),
  rate_per_second: view.rate_per_second === null ? '' : String(view.rate_per_second),
  signing_secret: '',
  enabled: view.enabled,
});
