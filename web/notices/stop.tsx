import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Rates } from '../../api/limits/rates.ts';
import { stopNotices } from '../../commands/notice/choose-notices.ts';
import { openStopLink, type StopLink } from '../../commands/notice/stop-links.ts';
import { personWithId } from '../../commands/person/find-person.ts';
import { type MailTexts, mailTextsIn } from '../../mail/texts.ts';
import { Document } from '../parts/document.tsx';
import { sendHtml } from '../parts/send-html.ts';
import type { WebDeps } from '../web-deps.ts';

const path = '/notices/stop';

type Deps = Pick<WebDeps, 'aggregates' | 'now' | 'secrets'>;

const subjects = {
  'destination.failing': 'what.destination.failing',
  'destination.disabled': 'what.destination.disabled',
  'quota.reached': 'what.quota.reached',
  'form.closed': 'what.form.closed',
  'member.signed_in': 'what.member.signed_in',
  submissions: 'what.submissions',
} as const satisfies Record<StopLink['kind'], string>;

/**
 * The page on which the reader of a mail stops such mails, without signing in. Programs open links, so that a button stops them; mail
 * programs press it by themselves (RFC 8058) with a POST to the same address.
 */
export const stopPages =
  (deps: Deps, rates: Rates): FastifyPluginAsync =>
  async (app) => {
    // Mail programs send either kind of form (RFC 8058); no field of theirs is needed.
    app.addContentTypeParser('multipart/form-data', (_, payload, done) => {
      payload.resume();
      done(null, {});
    });
    const routes = app.withTypeProvider<TypeBoxTypeProvider>();
    const querystring = Type.Object({ link: Type.String({ minLength: 1, maxLength: 2_000 }) });

    routes.get(
      path,
      {
        schema: { querystring },
        onRequest: async (request, reply) => rates.refuseBlocked(reply, request.ip),
      },
      async (request, reply) => {
        const link = openStopLink(deps, request.query.link);
        if (!link) return invalid(reply, rates);
        const texts = await textsFor(deps, link);
        return page(
          reply,
          texts,
          <>
            <p safe>{texts.say('stopQuestion', { what: texts.say(subjects[link.kind]) })}</p>
            <form method="post">
              <div class="buttons">
                <button type="submit" safe>
                  {texts.say('stopThis')}
                </button>
                <button type="submit" name="all" value="yes" class="secondary" safe>
                  {texts.say('stopAll')}
                </button>
              </div>
            </form>
          </>,
        );
      },
    );

    // Mail programs send fields of their own.
    const body = Type.Union([Type.Object({ all: Type.Optional(Type.String()) }), Type.Null()]);
    routes.post(
      path,
      {
        schema: { querystring, body },
        onRequest: async (request, reply) => rates.refuseBlocked(reply, request.ip),
      },
      async (request, reply) => {
        const link = openStopLink(deps, request.query.link);
        if (!link) return invalid(reply, rates);
        await stopNotices(deps, link, request.body?.all === 'yes', request.id);
        const texts = await textsFor(deps, link);
        return page(
          reply,
          texts,
          <p role="status" safe>
            {texts.say('stopDone')}
          </p>,
        );
      },
    );
  };

/** The texts in the language of the person; in English for a person who was erased. */
async function textsFor(deps: Deps, { personId }: StopLink): Promise<MailTexts> {
  return mailTextsIn((await personWithId(deps, personId))?.language);
}

function invalid(reply: FastifyReply, rates: Rates): FastifyReply {
  rates.countAddress(reply, reply.request.ip);
  const texts = mailTextsIn(null);
  return page(reply.code(404), texts, <p safe>{texts.say('stopInvalid')}</p>);
}

function page(reply: FastifyReply, texts: MailTexts, content: JSX.Element): FastifyReply {
  const title = texts.say('stopTitle');
  return sendHtml(
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer'),
    <Document title={title} class="narrow" lang={texts.language}>
      <main id="main">
        <h1 safe>{title}</h1>
        {content}
      </main>
    </Document>,
  );
}
