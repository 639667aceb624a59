import { err, ok, type Result } from '../domain/result.ts';

/** A mail server that takes messages, as its URL names it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins with TLS. Otherwise it changes to TLS where the server offers it (STARTTLS). */
  readonly isSecure: boolean;
  /** Whether a server without STARTTLS is refused: a password never crosses a network unencrypted. */
  readonly requiresTls: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
}

const wrong =
  'is not smtp://host:port or smtps://host:port, with user:password@ before the host if it needs them';
const submissionPort = 587;
const securePort = 465;
const local = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Parses the URL of a mail server. Special characters of the user and the password are percent-encoded.
 * @returns the server, or an error message without the password
 */
export function parseSmtpUrl(text: string): Result<SmtpServer, string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return err(wrong);
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return err(wrong);
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === null || pass === null)
    return err('has a user or a password with a % that encodes nothing: write % as %25');
  if ((user === '') !== (pass === ''))
    return err('has a user without a password, or a password without a user');
  const isSecure = url.protocol === 'smtps:';
  return ok({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? securePort : submissionPort) : Number(url.port),
    isSecure,
    requiresTls: user !== '' && !local.test(url.hostname),
    credentials: user === '' ? null : { user, pass },
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
