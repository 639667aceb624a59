import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { counted, pointer } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import { formatInWords, patternInWords, typeInWords } from './words.ts';

/** The error that Fastify throws when a part of a request fails its schema. */
const Fault = Type.Object({
  keyword: Type.String(),
  instancePath: Type.String(),
  params: Type.Record(Type.String(), Type.Unknown()),
});
type Fault = Static<typeof Fault>;
const validationError = Compile(
  Type.Object({
    validation: Type.Array(Fault),
    validationContext: Type.Optional(Type.Enum(['body', 'querystring', 'params', 'headers'])),
  }),
);

/** A part of a request, in OpenAPI's terms. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

/** A fault in a request, with the part of the request that `path` points into. */
export interface RequestProblem extends Problem {
  readonly in: RequestPart;
}

const parts = { body: 'body', querystring: 'query', params: 'path', headers: 'header' } as const;

/** The keyword of our own for a parameter of the query that is given several times. */
export const repeated = 'repeated';

const codes: Readonly<Record<string, Problem['code']>> = {
  [repeated]: 'invalid_type',
  required: 'required',
  additionalProperties: 'unknown_field',
  enum: 'invalid_option',
  const: 'invalid_option',
  minLength: 'too_short',
  minItems: 'too_short',
  minProperties: 'too_short',
  maxLength: 'too_long',
  maxItems: 'too_long',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  pattern: 'invalid_format',
  format: 'invalid_format',
};

/** The problems of a schema validation error; null for other errors. */
export function problemsOf(error: unknown): readonly RequestProblem[] | null {
  if (!validationError.Check(error)) return null;
  const part = parts[error.validationContext ?? 'body'];
  return ofAlternatives(error.validation).map((fault) => ({
    in: part,
    path: pathOf(fault),
    code: codes[fault.keyword] ?? 'invalid_type',
    message: messageOf(fault),
  }));
}

function pathOf({ instancePath, params }: Fault): string {
  const member = params['missingProperty'] ?? params['additionalProperty'];
  return typeof member === 'string' ? instancePath + pointer(member) : instancePath;
}

/** The message of a fault. */
function messageOf({ keyword, params }: Fault): string {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return 'Is required.';
    case 'additionalProperties':
      return 'Is not a known field.';
    case 'enum':
      return `Must be one of: ${Array.isArray(params['allowedValues']) ? params['allowedValues'].join(', ') : ''}.`;
    case 'const':
      return `Must be ${String(params['allowedValue'])}.`;
    case 'type':
      return `Must be ${[params['type']].flat().map(typeInWords).join(' or ')}.`;
    case 'format':
      return `Must be ${formatInWords(params['format'])}.`;
    case 'pattern':
      return patternInWords(params['pattern']);
    case 'minimum':
      return `Must be at least ${String(limit)}.`;
    case 'maximum':
      return `Must be at most ${String(limit)}.`;
    case 'minLength':
      return `Must have at least ${counted(limit, 'character')}.`;
    case 'maxLength':
      return `Must have at most ${counted(limit, 'character')}.`;
    case 'minItems':
      return `Must have at least ${counted(limit, 'item')}.`;
    case 'maxItems':
      return `Must have at most ${counted(limit, 'item')}.`;
    case 'uniqueItems':
      return 'Must not have the same item twice.';
    case 'minProperties':
      return `Must have at least ${counted(limit, 'member')}.`;
    case repeated:
      return 'Is given more than once.';
    default:
      return 'Is invalid.';
  }
}

/**
 * Merges the faults of a value with alternatives, such as a string or null: the faults of all alternatives are there, and one
 * that says that none matches.
 */
function ofAlternatives(faults: readonly Fault[]): readonly Fault[] {
  const open = new Set(
    faults.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath),
  );
  if (open.size === 0) return faults;
  const isAt = ({ instancePath }: Fault): boolean => open.has(instancePath);
  const merged = [...open].flatMap((path): Fault[] => {
    const own = faults.filter(({ instancePath, keyword }) => instancePath === path && keyword !== 'anyOf');
    const types = own.filter(({ keyword }) => keyword === 'type');
    const others = own.filter(({ keyword }) => keyword !== 'type');
    const isInside = faults.some(({ instancePath }) => instancePath.startsWith(`${path}/`));
    if (others.length > 0 || isInside) return others;
    const type = types.map(({ params }) => params['type']).flat();
    return [{ keyword: type.length > 0 ? 'type' : 'anyOf', instancePath: path, params: { type } }];
  });
  return [...faults.filter((fault) => !isAt(fault)), ...merged];
}
