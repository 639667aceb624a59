import type { FastifyReply, FastifyRequest } from 'fastify';
import { toApiError, type ApiError } from '../../api/errors/errors.ts';
import { Document } from './document.tsx';
import { ErrorNotice } from './problems.tsx';
import { sendHtml } from './send-html.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'That did not work',
  401: 'Please sign in',
  403: 'Not permitted',
  404: 'Nothing here',
  409: 'That does not fit any more',
  410: 'Erased',
  412: 'Somebody was faster',
  413: 'Too large',
  422: 'That did not work',
  429: 'Too fast',
  500: 'Something broke',
  503: 'Just a moment',
};

const ErrorPage = ({ error, request }: { readonly error: ApiError; readonly request: FastifyRequest }) => (
  <Document title={`${titles[error.status] ?? 'Error'} · Formlog`} class="narrow">
    <main id="main">
      <p class="quiet" safe>
        {`${error.status}`}
      </p>
      <h1 safe>{titles[error.status] ?? 'That did not work'}</h1>
      <ErrorNotice error={error} />
      {error.status === 503 && (
        <p>Nothing is lost. A store of the service does not answer; load this page again in a few seconds.</p>
      )}
      <p class="quiet">
        Request <code safe>{request.id}</code>
      </p>
    </main>
  </Document>
);

/** Answers a thrown error as a page, or within a page that htmx updates. */
export function answerErrorPage(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toApiError(thrown);
  if (error.status >= 500 && error.cause instanceof Error)
    request.log.error({ error: error.cause.stack ?? error.cause.message }, 'request failed');
  reply.code(error.status).headers({ ...error.headers, 'cache-control': 'no-store' });
  reply.removeHeader('www-authenticate');
  const isPart = request.headers['hx-request'] === 'true';
  return sendHtml(
    reply,
    isPart ? <ErrorNotice error={error} /> : <ErrorPage error={error} request={request} />,
  );
}
