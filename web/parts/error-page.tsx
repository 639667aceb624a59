import type { FastifyRequest } from 'fastify';
import { catalogue } from '../../api/contract/error-catalogue.ts';
import { beginErrorReply, type SendError, sendError } from '../../api/errors/error-handlers.ts';
import { ApiError } from '../../api/errors/errors.ts';
import { toApiError } from '../../api/errors/to-api-error.ts';
import { pageHeaders } from '../page-headers.ts';
import { type BackLink, backLink } from './back-link.ts';
import { Document } from './document.tsx';
import { ErrorNotice } from './problems.tsx';
import { sendHtml } from './send-html.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'That did not work',
  401: 'Please sign in',
  403: 'Not permitted',
  404: 'Nothing here',
  405: 'Not possible here',
  408: 'Too slow',
  409: 'No longer possible',
  410: 'Erased',
  412: 'Somebody else changed this',
  413: 'Too large',
  414: 'The address is too long',
  415: 'That did not work',
  422: 'That did not work',
  429: 'Too fast',
  500: 'Something broke',
  503: 'Just a moment',
};

/** The sentence of an error for people, who asked for a page and not for a resource. */
function inWords(error: ApiError): ApiError {
  if (error.code === 'not_found' && error.message === catalogue.not_found[1])
    return new ApiError('not_found', { message: 'There is no page at this address.' });
  return error.code === 'read_model_diverged' ? new ApiError(error.code, { message: heldBack }) : error;
}

const heldBack =
  'Lists are held back: they do not match the records of the service, and would be wrong. ' +
  'Submissions are still accepted. The operator of the service has to fix this.';

const titleOf = ({ code, status }: ApiError): string =>
  code === 'read_model_diverged' ? 'Lists are held back' : (titles[status] ?? 'That did not work');

/** An operator is led to what explains why lists are held back. */
const linkOf = (error: ApiError, request: FastifyRequest): BackLink =>
  error.code === 'read_model_diverged' && request.visitor?.operator
    ? { href: '/console/projections', label: 'See the mismatch and how to continue' }
    : backLink(request, error.status);

interface ErrorPageProps {
  readonly error: ApiError;
  readonly requestId: string;
  readonly back: BackLink;
}

const ErrorPage = ({ error, requestId, back }: ErrorPageProps) => (
  <Document title={`${titleOf(error)} · Formlog`} class="narrow">
    <main id="main">
      <p class="quiet" safe>
        {`${error.status}`}
      </p>
      <h1 safe>{titleOf(error)}</h1>
      <ErrorNotice error={error} />
      {error.code === 'unavailable' && (
        <p>
          Nothing is lost. A database of the service is not responding; reload this page in a few seconds.
        </p>
      )}
      <p>
        <a href={back.href} safe>
          {back.label}
        </a>
      </p>
      <p class="quiet">
        Request <code safe>{requestId}</code>
      </p>
    </main>
  </Document>
);

/** Whether the sender wants JSON and no page. */
export const asksForJson = (accept = ''): boolean =>
  /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept);

/** Answers a thrown error as a page, or within a page that htmx updates. */
export const answerErrorPage: SendError = (thrown, request, reply) => {
  if (asksForJson(request.headers.accept)) return sendError(thrown, request, reply);
  const error = inWords(toApiError(thrown));
  beginErrorReply(error, request, reply).headers(pageHeaders).removeHeader('www-authenticate');
  const isPart = request.headers['hx-request'] === 'true';
  const back = linkOf(error, request);
  return sendHtml(
    reply,
    isPart ? <ErrorNotice error={error} /> : <ErrorPage error={error} requestId={request.id} back={back} />,
  );
};
