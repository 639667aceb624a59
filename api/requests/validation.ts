import type * as ajvPackage from 'ajv';
import type { AnySchema, ValidateFunction } from 'ajv';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { pointer } from '../../domain/check.ts';
import { loadedOnUse } from '../../domain/loaded-on-use.ts';
import { NoQuery } from '../contract/values.ts';
import { repeated } from '../errors/problems.ts';
import { isTimestamp } from './timestamps.ts';

const options = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: false,
  coerceTypes: false,
  strictTypes: false,
} as const;

const ajv = loadedOnUse((require) => {
  const { Ajv } = require('ajv') as typeof ajvPackage;
  return new Ajv(options).addFormat('date-time', isTimestamp);
});

const finite = (number: number): number => Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, number));

/** Converts text (query, path, headers) to the schema's type. Other text stays, and fails validation. */
const readings: Readonly<Record<string, (text: string) => unknown>> = {
  // Any number of digits: a number out of range is still a number.
  integer: (text) => (/^-?\d+$/.test(text) ? finite(Number(text)) : text),
  array: (text) => [text],
  boolean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

const membersOf = (schema: unknown): Readonly<Record<string, { readonly type?: unknown }>> =>
  Type.IsObject(schema) ? schema.properties : {};

/** Ajv would take a name as one of all schemas; here several places of a schema have the same. */
const withoutNames = (schema: AnySchema): AnySchema =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$id' ? undefined : value,
  ) as AnySchema;

/** The functions of schemas that a request has needed. To compile those of all routes would double the time of a start. */
const compiled = new WeakMap<object, ValidateFunction>();

function faultsIn(schema: TSchema & AnySchema, data: unknown) {
  const validate = compiled.get(schema) ?? ajv().compile(withoutNames(schema));
  compiled.set(schema, validate);
  return validate(data) === true ? [] : (validate.errors ?? []);
}

const compile: FastifySchemaCompiler<TSchema & AnySchema> = ({ schema, httpPart }) => {
  if (httpPart === 'body')
    return (data: unknown) => {
      const error = faultsIn(schema, data);
      return error.length === 0 || { error };
    };
  const members = Object.entries(membersOf(schema));
  const read = members.flatMap(([name, { type }]) => {
    const reading = readings[String(type)];
    return reading ? [{ name, reading }] : [];
  });
  const single = httpPart === 'querystring' ? members.filter(([, { type }]) => type !== 'array') : [];
  return (data: Record<string, unknown>) => {
    const several = single.flatMap(([name]) => {
      const given = data[name];
      const first: unknown = Array.isArray(given) ? given[0] : undefined;
      if (first === undefined) return [];
      data[name] = first;
      return [{ keyword: repeated, instancePath: pointer(name), schemaPath: '', params: {} }];
    });
    for (const { name, reading } of read) {
      const text = data[name];
      if (typeof text === 'string') data[name] = reading(text);
    }
    const error = [...several, ...faultsIn(schema, data)];
    return error.length === 0 || { error };
  };
};

const unused = (): never => {
  throw new Error('`useSchemas` sets the compilers');
};
/** An option of Fastify without which it loads compilers of its own, which are not used. */
export const noOwnCompilers = { compilersFactory: { buildValidator: unused, buildSerializer: unused } };

/** Validates requests against their schemas; answers are sent without validation. */
export function useSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(compile);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  // An operation without a query schema accepts no parameters.
  app.addHook('onRoute', ({ schema }) => {
    if (schema && schema.hide !== true) schema.querystring ??= NoQuery;
  });
}
