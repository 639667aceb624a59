import type { FastifyReply } from 'fastify';
import { attributeText } from '../../../parts/attribute-text.ts';
import { Document } from '../../../parts/document.tsx';
import { sendHtml } from '../../../parts/send-html.ts';
import { showNarrow } from '../../parts/narrow-page.tsx';

const signInPath = '/console/sign-in';

const WayBack = () => (
  <p>
    <a href={signInPath}>Back to the sign-in</a>
  </p>
);

/** The answer of the provider came late, came before, or is not one to this browser. */
export const showOver = (reply: FastifyReply): FastifyReply =>
  showNarrow(
    reply.code(410),
    { title: 'This sign-in is over' },
    <>
      <p>It took too long, was completed before, or began in another window. Please begin again.</p>
      <WayBack />
    </>,
  );

/** The provider does not answer. */
export const showAway = (reply: FastifyReply, label: string): FastifyReply =>
  showNarrow(
    reply.code(503).header('retry-after', '10'),
    { title: 'Just a moment' },
    <>
      <p>
        The sign-in of <strong safe>{label}</strong> does not answer. Try again in a moment, or sign in
        another way.
      </p>
      <WayBack />
    </>,
  );

/** The provider has not signed the person in. */
export const showDeclined = (reply: FastifyReply, label: string): FastifyReply =>
  showNarrow(
    reply.code(403),
    { title: 'You are not signed in' },
    <>
      <p>
        The sign-in of <strong safe>{label}</strong> was cancelled or refused there.
      </p>
      <WayBack />
    </>,
  );

/** The answer of the provider proves nothing. */
export const showUnproved = (reply: FastifyReply, label: string): FastifyReply =>
  showNarrow(
    reply.code(403),
    { title: 'You are not signed in' },
    <>
      <p>
        The answer of <strong safe>{label}</strong> could not be verified. Please begin again. If this happens
        again, ask the operator of this service.
      </p>
      <WayBack />
    </>,
  );

/** The claims of the person have no role here. */
export const showNoRole = (reply: FastifyReply, label: string): FastifyReply =>
  showNarrow(
    reply.code(403),
    { title: 'You have no role here' },
    <>
      <p>
        You signed in with <strong safe>{label}</strong>, but your account there has no role in this service.
        Ask the people who manage these accounts for a role, then sign in again.
      </p>
      <WayBack />
    </>,
  );

/** The provider vouches for no address of the person. */
export const showNoAddress = (reply: FastifyReply, label: string): FastifyReply =>
  showNarrow(
    reply.code(403),
    { title: 'Your address is missing' },
    <>
      <p>
        <strong safe>{label}</strong> does not say that it has verified your e-mail address. Confirm your
        address there, then sign in again.
      </p>
      <WayBack />
    </>,
  );

/** The address of the person signs in here already. @param linkPath the page that links both */
export const showAddressTaken = (
  reply: FastifyReply,
  { label, email, linkPath }: { readonly label: string; readonly email: string; readonly linkPath: string },
): FastifyReply =>
  showNarrow(
    reply.code(409),
    { title: 'Sign in once more' },
    <>
      <p>
        <strong safe>{email}</strong> signs in here already. Sign in as usual once. Then you can link your
        account at <strong safe>{label}</strong>, and sign in with it from then on.
      </p>
      <p>
        <a role="button" href={attributeText(`${signInPath}?next=${encodeURIComponent(linkPath)}`)}>
          Sign in and link
        </a>
      </p>
    </>,
  );

/**
 * Goes on to a page of the console. The browser came from another site, and would bring no strict cookie along with a redirect; from
 * this page, it does.
 */
export const continueTo = (reply: FastifyReply, next: string): FastifyReply =>
  sendHtml(
    reply,
    <Document title="Signed in · Formlog" class="narrow" continuesTo={next}>
      <main id="main">
        <h1>Signed in</h1>
        <p>
          <a href={attributeText(next)}>Continue</a>
        </p>
      </main>
    </Document>,
  );
