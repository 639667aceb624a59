import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, type Operation, operationIn, ownOperation } from '../contract/operation.ts';
import { ApiError } from '../errors/errors.ts';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import { sendJson } from '../http/send-json.ts';
import { openApiDocument } from './document.ts';

/** Serves the OpenAPI document, as JSON and as pages. Every route added later has to be an operation of the contract. */
export async function describeApi(app: FastifyInstance, publicUrl: string | null): Promise<void> {
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (!url.startsWith('/api/') || schema?.hide === true) return;
    const operation = operationIn(schema);
    const isDescribed = (one: Operation | null): boolean =>
      one !== null && (method === one.method || method === 'HEAD') && url === addressOf(one);
    if (!operation || !(isDescribed(operation) || isDescribed(ownOperation(operation))))
      throw new Error(`${String(method)} ${url} is not an operation of api/contract/`);
  });
  await app.register(async (documents) => {
    const refuseTheRest = refuseOtherMethods(documents);
    // Kept as a text: to make the document takes 20 ms of the main thread.
    let kept: string | undefined;
    const text = (): string => (kept ??= JSON.stringify(openApiDocument(publicUrl)));
    const show = showPages(text);
    documents.get('/docs', { schema: { hide: true } }, show);
    documents.get('/docs/*', { schema: { hide: true } }, show);
    documents.get('/openapi.json', { schema: { hide: true } }, async (_, reply) => sendJson(reply, text()));
    refuseTheRest();
  });
}

/** Headers of an answer that the server itself adds. */
const ofServer = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** Answers with the pages, which are loaded when the first is read: their packages would take a twentieth of a start. */
function showPages(text: () => string) {
  let pages: Promise<FastifyInstance> | undefined;
  return async ({ url, headers: asked }: FastifyRequest, reply: FastifyReply) => {
    pages ??= import('./document-pages.ts').then(({ documentPages }) => documentPages(text));
    const { accept = '*/*', 'if-none-match': known, 'if-modified-since': since } = asked;
    const headers = {
      accept,
      ...(known && { 'if-none-match': known }),
      ...(since && { 'if-modified-since': since }),
    };
    const page = await (await pages).inject({ url, headers });
    if (page.statusCode >= 400) throw new ApiError('not_found');
    for (const [name, value] of Object.entries(page.headers))
      if (value !== undefined && !ofServer.includes(name)) reply.header(name, value);
    return reply.code(page.statusCode).send(page.rawPayload);
  };
}
