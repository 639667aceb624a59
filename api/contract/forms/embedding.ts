import Type from 'typebox';
import { operations } from '../operation.ts';
import { namedClosed, Nullable } from '../values.ts';

const origins = ['https://www.example.com'];

export const Embedding = namedClosed('Embedding', {
  origins: Nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 50 }),
    "The origins whose pages may show the account's forms, such as https://www.example.com. Null for all.",
  ),
});

export const embeddingOperations = operations('admin', 'admin: accounts', {
  readEmbedding: {
    route: 'GET /accounts/:id/embedding',
    own: { operationId: 'readOwnEmbedding' },
    scope: 'forms:read',
    summary: 'Read the sites that may show the forms',
    description: 'Null permits the pages of every site, which is the default.',
    response: { 200: Embedding },
    answer: 'The origins whose pages may show the forms.',
    examples: { answers: [{ origins: null }] },
  },
  changeEmbedding: {
    route: 'PUT /accounts/:id/embedding',
    own: { operationId: 'changeOwnEmbedding' },
    scope: 'forms:write',
    summary: 'Change the sites that may show the forms',
    description: 'Browsers refuse to show the forms in pages of other sites. Takes effect within a second.',
    body: Embedding,
    response: { 200: Embedding },
    answer: 'The new origins.',
    gives: ['X-Log-Position'],
    examples: { body: { origins }, answers: [{ origins }] },
  },
});
