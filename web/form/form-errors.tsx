import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginErrorReply } from '../../api/errors/error-handlers.ts';
import type { ApiError } from '../../api/errors/errors.ts';
import { toApiError } from '../../api/errors/to-api-error.ts';
import { pageHeaders } from '../page-headers.ts';
import { answerErrorPage, asksForJson } from '../parts/error-page.tsx';
import type { FormResponses } from './form-responses.tsx';
import { preferredLanguage } from './languages.ts';
import { NoticePage, shownOf } from './notice-pages.tsx';
import { type Texts, textsIn } from './texts.ts';

/** The language of a page whose form is not known: one that the browser prefers. */
export const languageOfReader = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  preferredLanguage(headers['accept-language']);

/** The sentence for an error that people meet; null for any other. */
function messageOf({ status, headers }: ApiError, { say }: Texts): string | null {
  switch (status) {
    case 404:
      return say('noForm');
    case 413:
      return say('tooLargeToSend');
    case 429:
      return say('tooManyPages', { seconds: Number(headers['retry-after'] ?? 60) });
    case 503:
      return say('notShown');
    default:
      return null;
  }
}

/**
 * Answers the errors of public forms: in the language of the form, which its sites may frame, or of the browser while the form is not
 * known.
 */
export const formErrors =
  (responses: Pick<FormResponses, 'errorPage'>) =>
  (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const error = toApiError(thrown);
    const form = request.sentForm?.form ?? null;
    const lang = form ? form.language : languageOfReader(request);
    const text = asksForJson(request.headers.accept) ? null : messageOf(error, textsIn(lang));
    if (text === null) return answerErrorPage(thrown, request, reply);
    beginErrorReply(error, request, reply).headers(pageHeaders);
    const shown = form ? shownOf(form) : { title: null, lang };
    const page = <NoticePage {...shown} text={text} isLost={error.status === 404} />;
    return responses.errorPage(reply, form, page);
  };
