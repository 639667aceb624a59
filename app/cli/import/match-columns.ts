import type { FieldDefinition } from '../../../domain/form/field.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { answerColumns, tableHeadings, tableSplits } from '../../../domain/submission/table/columns.ts';
import { frame } from '../../../domain/submission/table/frame.ts';
import { tableQuestions } from '../../../domain/submission/table/table-questions.ts';
import type { ColumnMapping } from './map-option.ts';

/** What a column of a file holds. */
export type ColumnUse =
  | { readonly kind: 'answer'; readonly field: FieldDefinition; readonly part: string | null }
  | { readonly kind: 'submitted_at' }
  | { readonly kind: 'ignored'; readonly reason: string };

/** A table that a form of this service was exported to, by its first columns. */
export const isOwnTable = ([first, second, ...rest]: readonly string[]): boolean =>
  first === 'id' && second === 'submitted_at' && rest.includes('form_version');

/** Added to rejected rows. */
export const rejectedHeadings = ['import_line', 'import_reasons'] as const;

/** Whether a heading is one of those; numbered where it stands twice. */
export const isAddedHeading = (heading: string): boolean =>
  rejectedHeadings.some((name) => heading === name || heading.startsWith(`${name} (`));

/** A column of such a heading. */
export const addedColumn: ColumnUse = { kind: 'ignored', reason: 'added by an earlier import' };

const timeHeadings = ['submitted_at', 'submitted at', 'timestamp'];

type Answer = Extract<ColumnUse, { kind: 'answer' }>;

/**
 * Finds what each column of a file holds: by `--map`, else by the heading, which may be the key or the label of a field, or one of
 * an export in any layout.
 * @returns the uses, in order; or why columns cannot be matched
 */
export function matchColumns(
  headings: readonly string[],
  fields: readonly FieldDefinition[],
  { mappings, isOwn }: { readonly mappings: readonly ColumnMapping[]; readonly isOwn: boolean },
): Result<ColumnUse[], string> {
  const find = columnFinder(headings, fields);
  const problems = mappingProblems(headings, mappings);
  const uses = headings.map((heading): ColumnUse => {
    const mapped = mappings.find(({ column }) => folded(column) === folded(heading));
    if (mapped) return useOfMapped(mapped, find.byKey(mapped.to), problems);
    const found = isOwn && isFrame(heading) ? [] : find.byHeading(heading, isOwn);
    const [use, ...others] = found;
    if (use && others.length === 0) return use;
    if (!use) return useOfOther(heading, isOwn) ?? unmatched(heading, problems);
    const keys = found.map(({ field, part }) => (part === null ? field.key : `${field.key}.${part}`));
    problems.push(
      `Several fields match the column "${heading}": ${keys.join(', ')}. Name one with --map "${heading}=${keys[0] ?? ''}".`,
    );
    return { kind: 'ignored', reason: 'several fields match' };
  });
  problems.push(...repeated(headings, uses));
  return problems.length === 0 ? ok(uses) : err(problems.join('\n'));
}

function useOfMapped({ to }: ColumnMapping, found: Answer | null, problems: string[]): ColumnUse {
  if (to === '') return { kind: 'ignored', reason: 'left out by --map' };
  if (to === 'submitted_at') return { kind: 'submitted_at' };
  if (found) return found;
  problems.push(`The form has no field with the key "${to}".`);
  return { kind: 'ignored', reason: 'no field matches' };
}

function mappingProblems(headings: readonly string[], mappings: readonly ColumnMapping[]): string[] {
  const names = new Set(headings.map(folded));
  const columns = mappings.map(({ column }) => folded(column));
  return mappings.flatMap(({ column }, index) => {
    const name = folded(column);
    if (!names.has(name)) return [`The file has no column "${column}".`];
    return columns.indexOf(name) < index ? [`--map names the column "${column}" twice.`] : [];
  });
}

function unmatched(heading: string, problems: string[]): ColumnUse {
  problems.push(
    `No field of the form matches the column "${heading}". Name it with --map "${heading}=key", or leave it out with --map "${heading}=".`,
  );
  return { kind: 'ignored', reason: 'no field matches' };
}

const isFrame = (heading: string): boolean => frame.some((name) => name === heading);

/** What a column holds that is no answer; null if nothing says so. */
function useOfOther(heading: string, isOwn: boolean): ColumnUse | null {
  if (timeHeadings.includes(folded(heading))) return { kind: 'submitted_at' };
  if (isOwn && isFrame(heading)) return { kind: 'ignored', reason: 'set by the service' };
  if (isOwn && / \(removed\)(?: \(\d+\))?$/.test(heading))
    return { kind: 'ignored', reason: 'the form no longer has the question' };
  return isAddedHeading(heading) ? addedColumn : null;
}

function columnFinder(headings: readonly string[], fields: readonly FieldDefinition[]) {
  const questions = tableQuestions([fields]);
  const byId = new Map(fields.map((field) => [field.id, field]));
  /** What a heading may mean: by a label exactly, and in any layout, letters and blanks. */
  const [exact, loose] = [openMeanings(), openMeanings()];
  const layouts = tableHeadings.flatMap((names) =>
    tableSplits.map((split) => {
      const columns = answerColumns(questions, { split, headings: names }, frame);
      const uses = new Map<string, Answer>();
      for (const { heading, name, part, question } of columns) {
        const field = byId.get(question.fieldId);
        if (!field) continue;
        const use = { kind: 'answer', field, part } as const;
        uses.set(heading, use);
        for (const text of [heading, name]) {
          if (names !== 'key') exact.add(text, use);
          loose.add(folded(text), use);
        }
      }
      return { names, uses };
    }),
  );
  const fit = ({ uses }: (typeof layouts)[number]) => headings.filter((heading) => uses.has(heading)).length;
  const best = [...layouts].sort((one, other) => fit(other) - fit(one));
  const present = layouts.map(({ uses }) => {
    const found = headings.flatMap((heading) => uses.get(heading) ?? []);
    return new Set(found.map(idOf));
  });
  const inLayout = (heading: string, among: typeof layouts): Answer | null => {
    for (const { uses } of among) if (uses.has(heading)) return uses.get(heading) ?? null;
    return null;
  };
  /** Of equal labels, a table of this service numbers all but the first: a file that has all of these columns names each field. */
  const isNumbered = (meanings: readonly Answer[]): boolean =>
    present.some((found) => meanings.every((meaning) => found.has(idOf(meaning))));
  return {
    /** The fields that a heading may name. */
    byHeading(heading: string, isOwn: boolean): readonly Answer[] {
      const named = inLayout(heading, best);
      const meanings = exact.of(heading) ?? loose.of(folded(heading)) ?? [];
      return named && (isOwn || isNumbered(meanings)) ? [named] : meanings;
    },
    byKey: (key: string) =>
      inLayout(
        key,
        best.filter(({ names }) => names === 'key'),
      ),
  };
}

/** Identifies what a column holds. */
const idOf = ({ field, part }: Answer): string => `${field.id} ${part ?? ''}`;

/** Collects the different meanings of names. */
function openMeanings() {
  const meanings = new Map<string, Map<string, Answer>>();
  return {
    add(name: string, use: Answer): void {
      const known = meanings.get(name) ?? new Map<string, Answer>();
      meanings.set(name, known.set(idOf(use), use));
    },
    of(name: string): readonly Answer[] | null {
      const known = meanings.get(name);
      return known ? [...known.values()] : null;
    },
  };
}

const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** Names the fields for which several columns hold the same. */
function repeated(headings: readonly string[], uses: readonly ColumnUse[]): string[] {
  const seen = new Map<string, string>();
  return uses.flatMap((use, index) => {
    if (use.kind === 'ignored') return [];
    const name = use.kind === 'submitted_at' ? use.kind : idOf(use);
    const heading = headings[index] ?? '';
    const other = seen.get(name);
    seen.set(name, heading);
    return other === undefined ? [] : [`The columns "${other}" and "${heading}" are for the same answer.`];
  });
}
