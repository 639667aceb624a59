import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { readableBy } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import type { CountedAnswers } from '../../../projections/queries/answers/count-answers.ts';
import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Empty } from '../../parts/empty.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { ofAccount, show } from '../shell.tsx';
import { addressWith, AnswersPageQuery, periodOf, withRealDays } from './answers-query.ts';
import { chartImage } from './chart-image.tsx';
import { AnswerFilters } from './filters.tsx';
import { type Group, groupsOf, lettersOf } from './groups.ts';
import { answeredText, questionCharts } from './question-charts.ts';
import { questionName } from './question-name.ts';
import { questionsOnPage } from './question-pages.tsx';

/** Figures of this age are shown again; the page says how old they are. */
const maxAgeMs = 60_000;
/** How long the page waits for figures before it shows how far their count is, with and without script. */
const [shortWaitMs, longWaitMs] = [80, 9_000];
/** How long a count is awaited at all, in ms. */
const longestWaitMs = 600_000;
/** The most rows of a chart in an image. */
const imageRows = 60;

type Shown =
  | { readonly counted: readonly CountedAnswers[] }
  | { readonly counted: null; readonly read: number; readonly total: number; readonly since: string };

/** Counts the answers of each group. */
async function countGroups(
  { answerCounts }: Pick<WebDeps, 'answerCounts'>,
  groups: readonly Group[],
  { begunMs, waitMs }: { readonly begunMs: number | undefined; readonly waitMs: number },
): Promise<Shown> {
  const accepted = begunMs === undefined ? { maxAgeMs } : { begunMs };
  const counts = await Promise.all(
    groups.map(({ selection }) => answerCounts.of(selection, { ...accepted, waitMs })),
  );
  let [read, total, since] = [0, 0, Infinity];
  const counted: CountedAnswers[] = [];
  for (const count of counts) {
    if (!count) throw new ApiError('not_found');
    if (count.state === 'counted') {
      counted.push(count.answers);
      since = Math.min(since, Date.parse(count.answers.counted_at));
    } else {
      read += count.progress.read;
      total += count.progress.total;
      since = Math.min(since, count.begunMs);
    }
  }
  return counted.length === groups.length
    ? { counted }
    : { counted: null, read, total, since: new Date(since).toISOString() };
}

const countText = (read: number, total: number): string =>
  total === 0
    ? 'Counting the answers …'
    : `Counting the answers: ${Math.floor((Math.min(read, total) / total) * 100)} % (${read} of ${total} submissions)`;

/** A count that is in progress. With script, this part of the page is asked for again and again. */
const Counting = ({
  read,
  total,
  again,
  waiting,
}: {
  read: number;
  total: number;
  again: string;
  waiting: string;
}) => (
  <div
    id="answers"
    hx-get={attributeText(again)}
    hx-trigger="load delay:600ms"
    hx-select="#answers"
    hx-swap="outerHTML"
  >
    <div class="empty">
      <p role="status" safe>
        {countText(read, total)}
      </p>
      <progress max="100" value={total === 0 ? 0 : Math.floor((read / total) * 100)} aria-label="Counted" />
      <noscript>
        <p>
          <a href={attributeText(waiting)}>Wait for the figures</a>
        </p>
      </noscript>
    </div>
  </div>
);

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

interface SummaryProps {
  readonly groups: readonly Group[];
  readonly counted: readonly CountedAnswers[];
  readonly again: string;
}

/** How many submissions each group has, and when they were counted. */
const Summary = ({ groups, counted, again }: SummaryProps) => (
  <>
    <dl class="facts">
      {groups.map(({ name }, index) => (
        <div>
          <dt class={groups.length > 1 ? `key-${index === 0 ? 'one' : 'other'}` : ''} safe>
            {groups.length > 1 ? `${lettersOf(groups)[index] ?? ''}: ${name}` : name}
          </dt>
          <dd>
            <strong>{counted[index]?.submissions ?? 0}</strong> submissions
          </dd>
        </div>
      ))}
      <div>
        <dt>Counted</dt>
        <dd>
          <Time at={counted[0]?.counted_at ?? null} /> <a href={attributeText(again)}>Count again</a>
        </dd>
      </div>
    </dl>
    {counted.every(({ submissions }) => submissions === 0) && (
      <Empty title="No submissions match.">
        <p>Choose another period, or other filters.</p>
      </Empty>
    )}
  </>
);
