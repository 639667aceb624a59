import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { readableBy } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { ofAccount, show } from '../shell.tsx';
import { addressWith, AnswersPageQuery, periodOf, withRealDays } from './answers-query.ts';
import { chartImage } from './chart-image.tsx';
import { countGroups, Counting } from './counting.tsx';
import { AnswerFilters } from './filters.tsx';
import { groupsOf, lettersOf } from './groups.ts';
import { answeredText, questionCharts } from './question-charts.ts';
import { questionName } from './question-name.ts';
import { questionsOnPage } from './question-pages.tsx';
import { Summary } from './summary.tsx';

/** How long the page waits for figures before it shows how far their count is, with and without script. */
const [shortWaitMs, longWaitMs] = [80, 9_000];
/** How long a count is awaited at all, in ms. */
const longestWaitMs = 600_000;
/** The most rows of a chart in an image. */
const imageRows = 60;

/** What the answers to a form say: each question with its charts. */
export function answersPage(app: Routes, deps: Pick<WebDeps, 'answerCounts' | 'now' | 'queries'>): void {
  const { queries, now } = deps;
  const config = { scope: 'submissions:read' } as const;
  const schema = { params: ById, querystring: AnswersPageQuery };

  async function load(
    request: Parameters<typeof readableBy>[0] & { params: { id: string }; query: AnswersPageQuery },
  ) {
    const form = await queries.forms.get(readableBy(request), request.params.id);
    if (!form) throw new ApiError('not_found', { message: `There is no form ${request.params.id}.` });
    const { counted_since: since, wait, ...query } = withRealDays(request.query);
    const groups = groupsOf(form, query, now()).filter((group) => group !== undefined);
    const sinceMs = since === undefined ? -Infinity : Date.parse(since);
    // An address that was kept for longer asks for the present figures.
    const begunMs = now().getTime() - sinceMs <= longestWaitMs ? sinceMs : undefined;
    return { form, groups, query, begunMs, waits: wait === 'yes' };
  }

  app.get('/console/forms/:id/answers', { config, schema }, async (request, reply) => {
    const { form, groups, query, begunMs, waits } = await load(request);
    const path = `/console/forms/${form.id}/answers`;
    const shown = await countGroups(deps, groups, { begunMs, waitMs: waits ? longWaitMs : shortWaitMs });
    const names = lettersOf(groups);
    const { html: safeQuestions } = shown.counted
      ? await questionsOnPage({ counted: shown.counted, names, path, query, groups })
      : { html: '' };
    const zone = form.time_zone ?? defaultTimeZone;
    return show(
      reply,
      { ...headOf(form), scripts: ['answers.js'], styles: ['answers.css'] },
      <div class="answers">
        <AnswerFilters path={path} form={form} query={query} period={periodOf(query, now(), zone)} />
        {shown.counted ? (
          <div id="answers">
            <Summary
              groups={groups}
              counted={shown.counted}
              again={addressWith(path, query, { counted_since: now().toISOString() })}
            />
            {safeQuestions}
          </div>
        ) : (
          <Counting
            {...shown}
            again={addressWith(path, query, { counted_since: shown.since })}
            waiting={addressWith(path, query, { counted_since: shown.since, wait: 'yes' })}
          />
        )}
      </div>,
    );
  });

  app.get('/console/forms/:id/answers/chart.svg', { config, schema }, async (request, reply) => {
    const { form, groups, query, begunMs } = await load(request);
    const shown = await countGroups(deps, groups, { begunMs, waitMs: longWaitMs });
    if (!shown.counted) throw new ApiError('unavailable', { message: 'The answers are being counted.' });
    const questions = shown.counted.flatMap((counted) =>
      counted.questions.filter((question) => questionName(question) === query.only),
    );
    const [first] = questions;
    const names = lettersOf(groups);
    if (!first) throw new ApiError('not_found', { message: 'The form has no such question.' });
    const image = chartImage({
      title: first.label,
      subtitle: [
        form.title,
        ...questions.map((one, group) => [names[group] ?? '', answeredText(one)].filter(Boolean).join(': ')),
      ].join(' · '),
      names: groups.map(({ name }, group) => `${names[group] ?? ''}: ${name}`),
      ...questionCharts(questions, names, imageRows),
    });
    return sendImage(reply, `${form.title} - ${first.label}`, image);
  });
}

const headOf = ({ id, title, account_id: account }: FormView) => ({
  title: 'Answers',
  account,
  crumbs: [
    ['Forms', ofAccount('/console/forms', account)] as const,
    [title, `/console/forms/${id}`] as const,
  ],
  actions: (
    <>
      <a role="button" class="secondary" href={`/console/forms/${id}/completion`}>
        Completion
      </a>
      <a role="button" class="secondary" href={`${ofAccount('/console/submissions', account)}&form=${id}`}>
        Submissions
      </a>
    </>
  ),
});

const longestName = 100;

function sendImage(reply: FastifyReply, title: string, image: string): FastifyReply {
  const name = title
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .slice(0, longestName)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
  return reply
    .type('image/svg+xml; charset=utf-8')
    .header('content-disposition', contentDisposition(`${name}.svg`, { fallback: 'chart.svg' }))
    .send(image);
}
