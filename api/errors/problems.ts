import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { pointer } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';

/** The error that Fastify throws when a part of a request fails its schema. */
const Fault = Type.Object({
  keyword: Type.String(),
  instancePath: Type.String(),
  params: Type.Record(Type.String(), Type.Unknown()),
  message: Type.Optional(Type.String()),
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

const codes: Readonly<Record<string, Problem['code']>> = {
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
  return error.validation.map((fault) => ({
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

function messageOf({ keyword, params, message = 'is wrong' }: Fault): string {
  if (keyword === 'required') return 'Is required.';
  if (keyword === 'additionalProperties') return 'Is not a known field.';
  if (keyword === 'enum' && Array.isArray(params['allowedValues']))
    return `Must be one of: ${params['allowedValues'].join(', ')}.`;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
