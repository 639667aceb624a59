import type { Problem } from '../../domain/errors.ts';
import type { FieldDefinition } from '../../domain/form/field.ts';
import { type EnteredTexts, typedIn } from './entered-texts.ts';

/** The problems of files that a submission could not claim. */
export function problemsOfFiles(
  fields: readonly FieldDefinition[],
  problems: readonly Problem[],
): readonly Problem[] {
  const keys = new Set(fields.filter(({ kind }) => kind === 'file').map(({ key }) => key));
  return problems.filter(({ field = '', path }) => keys.has(field) && placeIn(path) !== null);
}

/** Leaves out the files that have a problem: people choose them again. */
export function withoutFiles(typed: EnteredTexts, problems: readonly Problem[]): EnteredTexts {
  const refused = new Set(problems.map(({ field = '', path }) => `${field} ${placeIn(path)}`));
  return typedIn(
    Object.fromEntries(
      Object.entries(typed).map(([name, texts]) => [
        name,
        texts.filter((_, index) => !refused.has(`${name} ${index}`)),
      ]),
    ),
  );
}

/** The place of a file in its answer; null for a problem of the whole answer. */
function placeIn(path: string): number | null {
  const [, place] = /^\/answers\/[^/]+\/(\d+)$/.exec(path) ?? [];
  return place === undefined ? null : Number(place);
}
