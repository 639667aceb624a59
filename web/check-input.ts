import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { problemsOf } from '../api/errors/problems.ts';
import { err, ok, type Result } from '../domain/result.ts';

/** A fault of a form that a browser sent. `path` is a JSON pointer into the input. */
export interface InputProblem {
  readonly path: string;
  readonly message: string;
}

type Fault = ReturnType<Validator['Errors']>[number];

/** The faults as the API's validator tells them: a fault for each missing or unknown member, with its name. */
const byMember = (faults: readonly Fault[]): object[] =>
  faults.flatMap((fault): object[] => {
    if (fault.keyword === 'required')
      return fault.params.requiredProperties.map((missingProperty) => ({
        ...fault,
        params: { missingProperty },
      }));
    if (fault.keyword === 'additionalProperties')
      return fault.params.additionalProperties.map((additionalProperty) => ({
        ...fault,
        params: { additionalProperty },
      }));
    return fault.schemaPath.endsWith('/additionalProperties') ? [] : [fault];
  });

/** Checks the input of a form as the API checks a body, so that a page can show each problem beside its field. */
export function inputCheck<S extends TSchema>(schema: S) {
  const validator = Compile(schema);
  return (input: unknown): Result<Static<S>, readonly InputProblem[]> => {
    if (validator.Check(input)) return ok(input);
    const problems =
      problemsOf({ validation: byMember(validator.Errors(input)), validationContext: 'body' }) ?? [];
    return err(
      problems.map(({ path, message }) => ({
        path,
        message: message.startsWith('Must have at least 1 ') ? 'Is required.' : message,
      })),
    );
  };
}
