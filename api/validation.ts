import { Ajv, type AnySchema } from 'ajv';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';

const options = { allErrors: true, removeAdditional: false, useDefaults: false, strictTypes: false } as const;

/** A date and time with its zone, as RFC 3339 has it, that is a moment. */
const moment = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const isMoment = (text: string): boolean => moment.test(text) && !Number.isNaN(Date.parse(text));

/** Bodies are taken as they are; what comes as text alone (query, path, headers) is read as its type. */
const compilers = {
  body: new Ajv({ ...options, coerceTypes: false }).addFormat('date-time', isMoment),
  text: new Ajv({ ...options, coerceTypes: true }).addFormat('date-time', isMoment),
};

const compile: FastifySchemaCompiler<TSchema & AnySchema> = ({ schema, httpPart }) =>
  compilers[httpPart === 'body' ? 'body' : 'text'].compile(schema);

/** Sets how requests are checked against their schemas, and that answers are sent as they were made. */
export function useSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(compile);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}
