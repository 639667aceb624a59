import Type from 'typebox';
import { ApiError } from '../../api/errors/errors.ts';
import type { Routes } from './parts/routes.ts';
import { visitorIn } from './session/visitor.ts';
import { FormToken, show } from './shell.tsx';

export const confirmPath = '/console/ask';

interface Question {
  /** Matches the address that makes the change. */
  readonly action: RegExp;
  /** The value of the field `status` that the change has, where it has one. */
  readonly status?: string;
  readonly title: string;
  readonly text: string;
}

/** The changes that are asked about first. The words are never those of a link, which anybody can make. */
const questions: readonly Question[] = [
  {
    action: /^\/console\/submissions\/[\w-]+\/erase$/,
    title: 'Erase this submission for good?',
    text: 'The submission, its answers and its webhooks leave every store. This cannot be undone.',
  },
  {
    action: /^\/console\/forms\/[\w-]+\/status$/,
    status: 'archived',
    title: 'Archive this form?',
    text: 'An archived form takes no answers, and its address says so. Its submissions stay, and it can return to draft.',
  },
  {
    action: /^\/console\/forms\/[\w-]+\/discard$/,
    title: 'Discard the changes of this form?',
    text: 'The changes that are not published are given up, also those of others. The form stays as it is.',
  },
  {
    action: /^\/console\/keys\/[\w-]+\/revoke$/,
    title: 'Revoke this key for good?',
    text: 'Requests with the key are refused within a second. A revoked key cannot be brought back.',
  },
  {
    action: /^\/console\/accounts\/[^/]+\/members\/[\w-]+\/remove$/,
    title: 'Remove this member?',
    text: 'The person can no longer enter the account, and the sessions there end within a second. Another invitation lets the person in again.',
  },
  {
    action: /^\/console\/accounts\/[^/]+\/members\/[\w-]+\/reset-factor$/,
    title: 'Turn off the second factor of this member?',
    text: 'For a person who has lost the app and the recovery codes. From then on the password is enough to sign in. Make sure that it is really this person who asks.',
  },
  {
    action: /^\/console\/you\/leave$/,
    title: 'Leave this account?',
    text: 'You can no longer enter the account, until an owner invites you again.',
  },
  {
    action: /^\/console\/accounts\/[^/]+\/stripe\/remove$/,
    title: 'Remove the secret of Stripe?',
    text: 'Payments are no longer confirmed by Stripe until you set a secret again.',
  },
  {
    action: /^\/console\/recoveries\/[\w-]+\/cancel$/,
    title: 'Cancel the rest?',
    text: 'Webhooks that were already sent or cancelled stay that way; the rest are left unchanged. It cannot be resumed.',
  },
  {
    action: /^\/console\/destinations\/[\w-]+\/disable$/,
    title: 'Disable this destination?',
    text: 'Webhooks are skipped until you enable it; you can recover them then.',
  },
  {
    action: /^\/console\/projections\/[\w@.-]+\/rollback$/,
    title: 'Go back to the previous generation?',
    text: 'Readers return to the documents of the previous generation.',
  },
  {
    action: /^\/console\/projections\/realign$/,
    title: 'Build everything again from this log?',
    text: 'Submissions, forms and deliveries that this log does not have leave the lists; they are named on the page of projections. Webhooks that this log has as delivered are not sent again. If the former log can be put back, do that instead.',
  },
  {
    action: /^\/console\/projections\/[\w@.-]+\/drop$/,
    title: 'Drop the unused generations?',
    text: 'Every generation of a read model that is not in use is removed, so there is nothing to go back to; a copy is removed entirely. The log stays.',
  },
];

const ConfirmQuery = Type.Object({
  action: Type.Optional(Type.String({ maxLength: 300 })),
  status: Type.Optional(Type.String({ maxLength: 40 })),
});

/** The page with the button for a change. */
const pageBefore = (action: string, accountId: string | null): string =>
  action.startsWith('/console/keys/')
    ? `/console/accounts${accountId === null ? '' : `/${encodeURIComponent(accountId)}`}`
    : action.replace(/(?:(\/members)\/[^/]+|\/stripe)?\/[^/]+$/, '$1');

/** Asks before a change that cannot be undone, or has consequences at once; without script, too. */
export function confirmPage(app: Routes): void {
  app.get(confirmPath, { schema: { querystring: ConfirmQuery } }, async (request, reply) => {
    const { action, status } = request.query;
    if (action === undefined) return reply.redirect('/console', 303);
    const question = questions.find((one) => one.action.test(action) && one.status === status);
    if (!question) throw new ApiError('not_found', { message: 'There is no such change.' });
    const { title, text } = question;
    return show(
      reply,
      { title },
      <form method="post" action={action} class="editor">
        <FormToken request={request} />
        {status !== undefined && <input type="hidden" name="status" value={status} />}
        <p safe>{text}</p>
        <div class="buttons">
          <button type="submit" class="danger">
            Yes, go on
          </button>
          <a href={pageBefore(action, visitorIn(request).accountId)}>No, go back</a>
        </div>
      </form>,
    );
  });
}
