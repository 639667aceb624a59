import Type from 'typebox';
import { at } from '../examples.ts';
import { operations } from '../operation.ts';
import { named, namedClosed, Timestamp } from '../values.ts';
import { invitationSending } from './members.ts';

export const SignUpInvitation = named('SignUpInvitation', {
  email: Type.String(),
  expires_at: Timestamp,
  ...invitationSending,
});

const NewSignUpInvitation = namedClosed('NewSignUpInvitation', {
  email: Type.String({ minLength: 3, maxLength: 320 }),
});

export const signUpInvitationOperations = operations('admin', 'admin: accounts', {
  inviteToSignUp: {
    route: 'POST /sign-up-invitations',
    summary: 'Invite a person to open an account',
    description:
      'Mails a link with which the person opens an account, once, within seven days. A service without a mail server answers with the link instead. Nothing is stored, so that an invitation cannot be withdrawn. The setting `SIGN_UP` must be `invitation` or `open`.',
    body: NewSignUpInvitation,
    response: { 201: SignUpInvitation },
    answer: 'The invitation.',
    errors: ['conflict', 'login_taken'],
    examples: {
      body: { email: 'grace@example.com' },
      answers: [{ email: 'grace@example.com', expires_at: at, mailed: true }],
    },
  },
});
