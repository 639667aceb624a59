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
  const problems: string[] = [];
  const uses = headings.map((heading): ColumnUse => {
    const mapped = mappings.find(({ column }) => folded(column) === folded(heading));
    if (mapped?.to === '') return { kind: 'ignored', reason: 'left out by --map' };
    if (mapped?.to === 'submitted_at') return { kind: 'submitted_at' };
    const found = mapped ? find.byKey(mapped.to) : find.byHeading(heading);
    if (found && !(isOwn && isFrame(heading))) return found;
    if (mapped) problems.push(`The form has no field with the key "${mapped.to}".`);
    return useOfOther(heading, isOwn) ?? unmatched(heading, problems);
  });
  for (const { column } of mappings)
    if (!headings.some((heading) => folded(heading) === folded(column)))
      problems.push(`The file has no column "${column}".`);
  problems.push(...repeated(headings, uses));
  return problems.length === 0 ? ok(uses) : err(problems.join('\n'));
}

function unmatched(heading: string, problems: string[]): ColumnUse {
  if (problems.length === 0 || !problems.some((one) => one.includes(`"${heading}"`)))
    problems.push(
      `No field of the form fits the column "${heading}". Name it with --map "${heading}=key", or leave it out with --map "${heading}=".`,
    );
  return { kind: 'ignored', reason: 'no field fits' };
}

const isFrame = (heading: string): boolean => frame.some((name) => name === heading);

/** What a column holds that is no answer; null if nothing says so. */
function useOfOther(heading: string, isOwn: boolean): ColumnUse | null {
  if (timeHeadings.includes(folded(heading))) return { kind: 'submitted_at' };
  if (isOwn && isFrame(heading)) return { kind: 'ignored', reason: 'given by the service' };
  if (isOwn && / \(removed\)(?: \(\d+\))?$/.test(heading))
    return { kind: 'ignored', reason: 'the form no longer asks it' };
  return rejectedHeadings.some((name) => name === heading)
    ? { kind: 'ignored', reason: 'added by an earlier import' }
    : null;
}

function columnFinder(headings: readonly string[], fields: readonly FieldDefinition[]) {
  const questions = tableQuestions([fields]);
  const named = new Map(headings.map((heading) => [heading, folded(heading)]));
  const layouts = tableHeadings.flatMap((names) =>
    tableSplits.map((split) => {
      const columns = answerColumns(questions, { split, headings: names }, frame);
      const uses = new Map<string, Answer>();
      for (const { heading, part, question } of columns) {
        const field = fields.find(({ id }) => id === question.fieldId);
        if (!field) continue;
        const use = { kind: 'answer', field, part } as const;
        if (!uses.has(heading)) uses.set(heading, use);
        if (!uses.has(folded(heading))) uses.set(folded(heading), use);
      }
      return { names, uses };
    }),
  );
  const fit = ({ uses }: (typeof layouts)[number]) => headings.filter((heading) => uses.has(heading)).length;
  const best = [...layouts].sort((one, other) => fit(other) - fit(one));
  const lookUp = (names: readonly string[], among: typeof layouts): Answer | null => {
    for (const name of names) for (const { uses } of among) if (uses.has(name)) return uses.get(name) ?? null;
    return null;
  };
  return {
    byHeading: (heading: string) => lookUp([heading, named.get(heading) ?? ''], best),
    byKey: (key: string) =>
      lookUp(
        [key],
        best.filter(({ names }) => names === 'key'),
      ),
  };
}

const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** Names the fields for which several columns hold the same. */
function repeated(headings: readonly string[], uses: readonly ColumnUse[]): string[] {
  const seen = new Map<string, string>();
  return uses.flatMap((use, index) => {
    if (use.kind === 'ignored') return [];
    const name = use.kind === 'submitted_at' ? use.kind : `${use.field.id} ${use.part ?? ''}`;
    const heading = headings[index] ?? '';
    const other = seen.get(name);
    seen.set(name, heading);
    return other === undefined ? [] : [`The columns "${other}" and "${heading}" are for the same answer.`];
  });
}
