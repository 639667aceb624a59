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

const types: Readonly<Record<string, string>> = {
  ...{ integer: 'a whole number', number: 'a number', string: 'a string', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object', null: 'null' },
};
const formats: Readonly<Record<string, string>> = {
  'date-time': 'a date and time with a zone, such as 2026-01-31T12:00:00Z',
};

/** The messages of the keywords that people meet; ajv's own for the rest. */
function messageOf({ keyword, params, message = 'is wrong' }: Fault): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'required':
      return 'Is required.';
    case 'additionalProperties':
      return 'Is not a known field.';
    case 'enum':
      return `Must be one of: ${Array.isArray(params['allowedValues']) ? params['allowedValues'].join(', ') : ''}.`;
    case 'type':
      return `Must be ${types[String(params['type'])] ?? String(params['type'])}.`;
    case 'format':
      return `Must be ${formats[String(params['format'])] ?? `of the format ${String(params['format'])}`}.`;
    case 'minimum':
      return `Must be at least ${limit}.`;
    case 'maximum':
      return `Must be at most ${limit}.`;
    case 'minLength':
      return `Must have at least ${limit} characters.`;
    case 'maxLength':
      return `Must have at most ${limit} characters.`;
    default:
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  }
}
