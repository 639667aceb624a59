import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById, Id, Timestamp } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { eraseNext } from '../../../api/requests/erase-next.ts';
import { countSelected, firstSelected } from '../../../api/requests/selected-submissions.ts';
import { form as formDecider } from '../../../domain/form/decider.ts';
import { quoted } from '../../../domain/sentences/sentence.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { erasingIn } from '../../../projections/queries/open-erasures.ts';
import type { WebDeps } from '../../web-deps.ts';
import { rowsOnPage } from '../parts/pager.ts';
import { requireEraser } from '../parts/require-eraser.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { setPosition } from '../session/cookies.ts';
import { ofAccount, show } from '../shell.tsx';
import { EraseProgress } from './erase-progress.tsx';
import { EraseQuestion } from './erase-question.tsx';
import { selectedBy, selectionIn, SelectionQuery } from './selection.ts';

const path = '/console/forms/:id/submissions/erase';
const title = 'Erase submissions';
const named = 5;

const Count = Type.String({ pattern: '^\\d{1,9}$' });

/** The fields of `StepFields`, as a browser sends them. */
const Step = Type.Object({
  ...SelectionQuery.properties,
  id: Type.Optional(Type.Union([Id, Type.Array(Id, { maxItems: rowsOnPage })])),
  version: Type.Optional(Count),
  /** The moment of the question. */
  asked: Timestamp,
  /** How many there were, and how many of them are erased. */
  total: Count,
  erased: Count,
  /** The last submission that was looked at. */
  after_at: Type.Optional(Timestamp),
  after_id: Type.Optional(Id),
});

/**
 * The erasure of chosen submissions of a form, or of all that filters list: a page asks, and then each request erases some of them.
 * A request may be repeated. Nothing is kept between the requests but the page: if it is closed, the rest stays, and can be selected
 * again.
 */
export function submissionErasure(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'log' | 'now' | 'queries'>,
): void {
  const { queries, aggregates, now } = deps;

  async function load(request: FastifyRequest, formId: string, account: string) {
    const { state } = await aggregates.load(formDecider, streamOf.form(formId));
    if (!state.exists) throw new ApiError('not_found', { message: `There is no form ${formId}.` });
    const list = `${ofAccount('/console/submissions', account)}&form=${formId}`;
    const head = {
      title,
      account,
      crumbs: [
        ['Submissions', list],
        [state.title, `/console/forms/${formId}`],
      ] as const,
    };
    return { head, list, name: quoted(state.title), fields: state.fields };
  }

  app.get(path, { schema: { params: ById, querystring: SelectionQuery } }, async (request, reply) => {
    requireEraser(request);
    const { id: formId } = request.params;
    const { accountId } = await contextFor(request, aggregates, 'form', formId);
    const { head, list, name, fields } = await load(request, formId, accountId);
    const selection = selectionIn(request.query, { accountId, formId, asked: now() });
    const erasing = await erasingIn(aggregates, accountId);
    const [counted, first] = await Promise.all([
      countSelected(queries.submissions, selectedBy(selection), erasing),
      firstSelected(queries.submissions, selectedBy(selection), erasing, named),
    ]);
    return show(
      reply,
      head,
      <EraseQuestion
        request={request}
        form={name}
        fields={fields}
        list={list}
        selection={selection}
        counted={counted}
        first={first}
      />,
    );
  });

  app.post(path, { schema: { params: ById, body: Step } }, async (request, reply): Promise<FastifyReply> => {
    const { id: formId } = request.params;
    const { body } = request;
    const context = await contextFor(request, aggregates, 'form', formId);
    const { accountId } = context;
    const { head, list, name } = await load(request, formId, accountId);
    const asked = earlier(new Date(body.asked), now());
    const selection = selectionIn(selectedIn(body), { accountId, formId, asked });
    const step = await eraseNext(deps, selectedBy(selection), placeIn(body), context);
    const erased = Number(body.erased) + step.erased;
    if (step.isDone)
      return redirectAfterWrite(reply, step, {
        to: list,
        note: erased === 1 ? '1 submission is being erased.' : `${erased} submissions are being erased.`,
      });
    if (step.position !== null) setPosition(request, reply, step.position);
    const total = Math.max(Number(body.total), erased);
    const shown = { request, form: name, list, selection, total, erased, step };
    return show(reply, head, <EraseProgress {...shown} />);
  });
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

const selectedIn = ({ id, version, ...filters }: Static<typeof Step>) => ({
  ...filters,
  id: id === undefined ? undefined : [id].flat(),
  version: version === undefined ? undefined : Number(version),
});

const placeIn = ({ after_at: at, after_id: id }: Static<typeof Step>) =>
  at === undefined || id === undefined ? undefined : { at, id };
