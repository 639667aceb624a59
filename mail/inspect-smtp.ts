import { describeFailure } from './outcome.ts';
import type { SmtpServer } from './smtp-url.ts';

/** The reply of the mail server to this service. */
export type SmtpFacts =
  | { readonly state: 'ready' }
  /** The server replies but rejects the user or the password. */
  | { readonly state: 'rejected' }
  | { readonly state: 'unreachable'; readonly reason: string };

/** Greets the mail server and logs in, without a message. @param silenceMs how long the server may be silent */
export async function inspectSmtp(server: SmtpServer, silenceMs = 5_000): Promise<SmtpFacts> {
  const { openTransport } = await import('./transport.ts');
  const transport = openTransport(server, { connections: 1, silenceMs });
  try {
    await transport.verify();
    return { state: 'ready' };
  } catch (error) {
    const isRejected = error instanceof Error && 'code' in error && error.code === 'EAUTH';
    return isRejected ? { state: 'rejected' } : { state: 'unreachable', reason: describeFailure(error) };
  } finally {
    transport.close();
  }
}
