import type { FastifySchema } from 'fastify';
import { answersInWords } from './answers.ts';
import { descriptions, tagOf } from './descriptions.ts';
import { examples } from './examples.ts';
import { failures } from './failures.ts';
import { answerHeaders, chosen, everyAnswer, requestHeaders } from './headers.ts';
import { errorsOf, headersOf, operations } from './operations.ts';

/** A route's schema, completed with its description. @throws for a route without a description */
export function completed(method: string, url: string, schema: FastifySchema): FastifySchema {
  const name = `${method} ${url}`;
  const operation = operations[name];
  if (!operation) throw new Error(`api/openapi/operations.ts does not know ${name}`);
  const model = operation.like ?? operation.id;
  const description = schema.description ?? descriptions[model];
  if (description === undefined) throw new Error(`api/openapi/descriptions.ts does not describe ${model}`);
  if (schema.description !== undefined && descriptions[model] !== undefined)
    throw new Error(`${model} is described in its route and in api/openapi/descriptions.ts`);
  const { body, answers } = examples[operation.id] ?? examples[model] ?? { answers: [] };
  const { takes, gives } = headersOf(method, operation);
  const headers = { ...everyAnswer, ...chosen(answerHeaders, gives) };
  const successes = Object.entries(Object(schema.response) as Readonly<Record<string, object>>)
    .filter(([status]) => status !== 'default')
    .map(([status, answer]) => [
      status,
      {
        description: inWords(model, answer),
        ...answer,
        headers,
        ...(answers.length > 0 && { examples: [...answers] }),
      },
    ]);
  return {
    ...schema,
    operationId: operation.id,
    description,
    tags: [tagOf(url)],
    security: url.startsWith('/api/admin/') ? [{ operator: [] }] : [{ key: [] }, { keyHeader: [] }],
    ...(takes.length > 0 && {
      headers: { type: 'object', properties: chosen(requestHeaders, takes) },
    }),
    ...(schema.body !== undefined && {
      body: { ...Object(schema.body), ...(body !== undefined && { examples: [body] }) } as unknown,
    }),
    response: {
      ...Object.fromEntries(successes),
      ...failures(errorsOf(method, url, operation)),
    },
  };
}

/** The description of a successful answer: that of its schema, else of the operation. @throws where there is none, or both */
function inWords(model: string, answer: object): unknown {
  const [own, described] = [Reflect.get(answer, 'description'), answersInWords[model]] as unknown[];
  if ((own === undefined) === (described === undefined))
    throw new Error(`the answer of ${model} is not described once in its schema or api/openapi/answers.ts`);
  return own ?? described;
}
