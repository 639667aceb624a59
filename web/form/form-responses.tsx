import type { FastifyReply } from 'fastify';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { openLongTexts } from '../parts/long-texts.ts';
import { asText, sendHtml } from '../parts/send-html.ts';
import type { WebDeps } from '../web-deps.ts';
import { framing } from './embedding.ts';
import type { KeptAnswer } from './format-answer.ts';
import { renderKept } from './kept-answers.tsx';
import { NoticePage, shownOf } from './notice-pages.tsx';
import type { PageReturns } from './return-pages.ts';
import { textsIn } from './texts.ts';

/**
 * Answers requests with pages of a form, which the sites of its account may frame. A browser that has sent a form is redirected to
 * the page, so that "back" and "reload" send nothing again.
 */
export function openFormResponses(deps: Pick<WebDeps, 'aggregates'>, returns: PageReturns) {
  const page = async (reply: FastifyReply, form: ExistingForm, html: JSX.Element) => {
    const { formId, accountId } = form;
    const returned = { formId, status: reply.statusCode, html: asText(html) };
    const address = await returns.addressOf(reply.request, returned);
    if (address !== null) return reply.redirect(address, 303);
    reply.headers(await framing(deps, accountId)).removeHeader('x-frame-options');
    return sendHtml(reply, html);
  };
  return {
    page,
    /** Answers an error: with a page that may be framed, unless the form or its account cannot be read. */
    async errorPage(reply: FastifyReply, form: ExistingForm | null, html: JSX.Element) {
      const headers = form && (await framing(deps, form.accountId).catch(() => null));
      if (headers) reply.headers(headers).removeHeader('x-frame-options');
      return sendHtml(reply, html);
    },
    async closed(reply: FastifyReply, form: ExistingForm, kept: readonly KeptAnswer[] = []) {
      const texts = textsIn(form.language);
      return page(
        reply.code(410),
        form,
        <NoticePage
          {...shownOf(form)}
          text={texts.say(form.status === 'draft' ? 'unavailable' : 'closed')}
          kept={await renderKept(kept, texts, openLongTexts())}
        />,
      );
    },
  };
}

export type FormResponses = ReturnType<typeof openFormResponses>;
