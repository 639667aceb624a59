import { contextFor, readableBy } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, valueOf } from '../../../api/errors/errors.ts';
import { refuseErased } from '../../../api/requests/erased.ts';
import { fileLinks } from '../../../api/requests/file-links.ts';
import { eraseSubmission } from '../../../commands/submission/erase-submission.ts';
import { form as formDecider } from '../../../domain/form/decider.ts';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import { quoted } from '../../../domain/sentences/sentence.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { moneyText } from '../../../domain/submission/currencies.ts';
import { submission as submissionDecider } from '../../../domain/submission/decider.ts';
import { erasureOf, workerOf } from '../../../projections/read-models/erasures/erasure-progress.ts';
import type { SubmissionView } from '../../../projections/read-models/submissions/queries.ts';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { namesFor } from '../parts/thing-links.tsx';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';
import { answerTable } from './answer-table.tsx';
import { Erasure } from './erasure.tsx';
import { progressFacts } from './progress.tsx';
import { RefusedPayments } from './refused-payments.tsx';
import { removedAnswers } from './removed-answers.ts';
import { Webhooks } from './webhooks.tsx';

const shownDeliveries = 100;

const factsOf = (submission: SubmissionView) => {
  const { form_id, form_title, form_version, source, payment, id } = submission;
  return [
    [
      'Form',
      <a href={`/console/forms/${form_id}`} safe>
        {form_title}
      </a>,
    ],
    ['Version of the form', <span>{form_version}</span>],
    ...progressFacts(submission),
    ['Source', <span>{source === 'api' ? 'the API' : 'the form'}</span>],
    [
      'Payment',
      payment === null ? (
        <span class="quiet">–</span>
      ) : (
        <span safe>{`${moneyText(payment.amount, payment.currency)} (${payment.provider})`}</span>
      ),
    ],
    ['History', <a href={`/console/history/submission/${id}`}>From the answers to every attempt</a>],
    ['Id', <Id id={id} />],
  ] as const;
};

/** One submission: its answers, the webhooks that it caused, and its erasure. */
export function submissionPage(
  app: Routes,
  deps: Pick<
    WebDeps,
    'aggregates' | 'deliveries' | 'fileLinkKeys' | 'log' | 'now' | 'projections' | 'publicUrl' | 'queries'
  >,
): void {
  const { queries, aggregates, projections } = deps;

  app.get(
    '/console/submissions/:id',
    { config: { scope: 'submissions:read' }, schema: { params: ById } },
    async (request, reply) => {
      const { id } = request.params;
      const erasure = await queries.erasures.get(id);
      if (erasure?.kind === 'submission' && visitorIn(request).operator)
        return show(
          reply.code(410),
          {
            title: 'Erased submission',
            crumbs: [['Submissions', ofAccount('/console/submissions', erasure.account_id)]],
          },
          <Erasure
            erasure={erasureOf(erasure, await projections.worker(workerOf(erasure)))}
            url={request.url}
          />,
        );
      await refuseErased(deps, 'submission', id, readableBy(request));
      const submission = await queries.submissions.get(readableBy(request), id);
      if (!submission) throw new ApiError('not_found', { message: `There is no submission ${id}.` });
      const { account_id: account } = submission;
      const { items: deliveries } = await queries.deliveries.list(account, {
        submissionId: id,
        limit: shownDeliveries,
      });
      const names = await namesFor(deps, account, deliveries);
      const { operator, hasScope, canRead } = visitorIn(request);
      const form = await aggregates.load(formDecider, streamOf.form(submission.form_id));
      const { timeZone = defaultTimeZone, responses } = form.state.exists ? form.state : {};
      const mayHaveLinks = responses?.corrections.byRespondent === true;
      const linkOf = fileLinks(deps, request);
      const answers = await answerTable('Answers', submission.answers, timeZone, linkOf);
      const removed = await removedAnswers(deps, submission);
      const removedTable = await answerTable('Answers to removed questions', removed, timeZone, linkOf);
      const { state } = await aggregates.load(submissionDecider, streamOf.submission(id));
      return show(
        reply,
        {
          title: `Submission to ${quoted(submission.form_title)}`,
          account,
          crumbs: [['Submissions', ofAccount('/console/submissions', account)]],
          actions: (
            <>
              {submission.is_complete && hasScope('submissions:write') && (
                <a role="button" class="secondary" href={`/console/submissions/${id}/correct`}>
                  Correct
                </a>
              )}
              {submission.is_complete && mayHaveLinks && hasScope('submissions:write') && (
                <PostButton
                  request={request}
                  action={`/console/submissions/${id}/revoke-links`}
                  label="Revoke links"
                  class="secondary"
                />
              )}
              {operator !== null && hasScope(null) && (
                <PostButton
                  request={request}
                  action={`/console/submissions/${id}/erase`}
                  label="Erase"
                  class="danger"
                  needsConfirmation
                />
              )}
            </>
          ),
        },
        <>
          <Facts facts={factsOf(submission)} />
          <h2>Answers</h2>
          {answers as 'safe'}
          {removed.length > 0 && (
            <>
              <h2>Removed questions</h2>
              <p>The form no longer had these questions when the submission was completed.</p>
              {removedTable as 'safe'}
            </>
          )}
          <RefusedPayments refusals={state.exists ? state.refusals : []} />
          {canRead('webhooks:read') && (
            <>
              <h2>Webhooks</h2>
              <Webhooks deliveries={deliveries} names={names} />
            </>
          )}
        </>,
      );
    },
  );

  app.post('/console/submissions/:id/erase', { schema: { params: ById } }, async (request, reply) => {
    const { id } = request.params;
    const to = `/console/submissions/${id}`;
    if ((await queries.erasures.get(id))?.kind === 'submission') return reply.redirect(to, 303);
    const context = await contextFor(request, aggregates, 'submission', id);
    const erased = valueOf(await eraseSubmission(deps, id, context));
    return redirectAfterWrite(reply, erased, { to, note: 'The submission is being erased.' });
  });
}
