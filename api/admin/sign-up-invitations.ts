import { signUpInvitationOperations } from '../contract/accounts/sign-up-invitations.ts';
import { valueOf } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { type InviteDeps, inviteToSignUp } from '../requests/invite-to-sign-up.ts';
import { shown } from '../requests/shown-once.ts';

/** Invitations to open an account, by operators. */
export function signUpInvitations(api: Mount, deps: InviteDeps): void {
  api.route(
    signUpInvitationOperations.inviteToSignUp,
    async (request) => {
      const invited = valueOf(await inviteToSignUp(deps, request, request.body.email));
      const { email, expiresAt, mailed, mailFailure, link } = invited;
      return {
        email,
        expires_at: expiresAt,
        mailed,
        ...(mailFailure !== null && { mail_failure: mailFailure }),
        ...(link !== null && shown('link', link)),
      };
    },
    { shownOnce: ['link'] },
  );
}
