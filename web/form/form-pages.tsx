import { LRUCache } from 'lru-cache';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { type FieldDefinition, isShown } from '../../domain/form/field.ts';
import type { FormLocale } from '../../domain/form/locale.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import { type LongTexts, openLongTexts } from '../parts/long-texts.ts';
import { renderInTurns } from '../parts/render-in-turns.ts';
import { asText } from '../parts/send-html.ts';
import { type EnteredTexts, initialTexts, typedByField, typedIn } from './entered-texts.ts';
import { FieldControl } from './field-control.tsx';
import {
  type Correcting,
  type FieldProblem,
  fillFrame,
  type FormFrame,
  formFrame,
  type FramedPart,
  problemsByField,
} from './form-frame.tsx';
import type { KeptAnswer } from './format-answer.ts';
import { renderKept, renderKeptInputs } from './kept-answers.tsx';
import { textsIn } from './texts.ts';

/** The most characters of rendered pages that a process keeps. */
const keptCharacters = 32_000_000;

/** A form that nothing was typed into. */
interface FreshForm {
  readonly frame: FormFrame;
  /** The shown fields, in order. */
  readonly fields: readonly string[];
}

/** The pages of forms as texts. */
export interface FormPages {
  /** The page of a form to fill in. @param given the texts that the page's address gives for fields */
  renderFresh(at: FormAtRevision, token: string, given: EnteredTexts): Promise<string>;
  /** The page again, with what was typed. */
  renderEntered(form: ExistingForm, token: string, sent: EnteredForm): Promise<string>;
}

export interface EnteredForm {
  readonly typed: EnteredTexts;
  readonly problems: readonly FieldProblem[];
  /** Sentences above the form. */
  readonly notice: string | null;
  /** Answers without a question on the page, to be copied. */
  readonly kept: readonly KeptAnswer[];
  /** When the answers on the page were saved, ISO 8601. */
  readonly savedAt?: string;
  /** Of a page that corrects what was sent. */
  readonly correcting?: Correcting;
}

const noTexts: EnteredTexts = {};

const uploadsOf = ({ formId }: ExistingForm): string => `/f/${formId}/files`;

/** Renders the pages of forms, and keeps those that nothing was typed into. */
export function openFormPages(): FormPages {
  const kept = new LRUCache<string, FreshForm, ExistingForm>({
    maxSize: keptCharacters,
    sizeCalculation: ({ fields }) => fields.reduce((size, field) => size + field.length, 1_000),
    fetchMethod: async (_, __, { context: form }) => ({
      frame: formFrame({ form, problems: new Map(), notice: null, savedAt: null, correcting: null }),
      fields: await renderInTurns(form.fields.filter(isShown), (field) => (
        <FieldControl
          field={field}
          typed={initialTexts(field, form)}
          locale={form}
          problems={[]}
          uploadsTo={uploadsOf(form)}
        />
      )),
    }),
  });

  return {
    async renderFresh({ form, revision }, token, given) {
      const page = await kept.fetch(`${form.formId} ${revision}`, { context: form });
      if (!page) throw new Error('a page was not rendered');
      const byField = typedByField(given);
      if (byField.size === 0)
        return fillFrame(page.frame, { ...withoutKept, ...tokenPart(token), fields: page.fields });
      const fields = await renderInTurns(form.fields.filter(isShown), (field, index) => {
        const typed = byField.get(field.key);
        if (!typed) return page.fields[index] ?? '';
        return (
          <FieldControl
            field={field}
            typed={prefilledTexts(field, typed, form)}
            locale={form}
            problems={[]}
            uploadsTo={uploadsOf(form)}
          />
        );
      });
      return fillFrame(page.frame, { ...withoutKept, ...tokenPart(token), fields });
    },
    async renderEntered(form, token, { typed, problems, notice, kept: keptAnswers, ...about }) {
      const { savedAt = null, correcting = null } = about;
      const byField = typedByField(typed);
      const texts = textsIn(form.language);
      const faults = problemsByField(problems, texts);
      const longTexts = openLongTexts();
      const fields = await renderInTurns(
        form.fields.filter(isShown),
        (field) => (
          <FieldControl
            field={field}
            typed={shortenedTexts(byField.get(field.key) ?? noTexts, longTexts)}
            locale={form}
            problems={faults.get(field.key) ?? []}
            uploadsTo={uploadsOf(form)}
          />
        ),
        longTexts,
      );
      return fillFrame(formFrame({ form, problems: faults, notice, savedAt, correcting }), {
        ...tokenPart(token),
        fields,
        kept: [asText(await renderKept(keptAnswers, texts, longTexts))],
        keptInputs: await renderKeptInputs(keptAnswers, longTexts),
      });
    },
  };
}

/** The texts of a field that a link gives, beside those of its default. The places of a ranking belong together. */
const prefilledTexts = (field: FieldDefinition, given: EnteredTexts, locale: FormLocale): EnteredTexts =>
  field.kind === 'ranking' ? given : typedIn({ ...initialTexts(field, locale), ...given });

const shortenedTexts = (typed: EnteredTexts, { shortened }: LongTexts): EnteredTexts =>
  typedIn(Object.fromEntries(Object.entries(typed).map(([name, given]) => [name, given.map(shortened)])));

const withoutKept: Readonly<Record<'kept' | 'keptInputs', readonly string[]>> = { kept: [], keptInputs: [] };

/** A token is of Base64 letters; a text that is not is left out. */
const tokenPart = (token: string): Readonly<Record<Extract<FramedPart, 'token'>, readonly string[]>> => ({
  token: /^[\w.~+/=-]*$/.test(token) ? [token] : [],
});
