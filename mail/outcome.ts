import Type from 'typebox';
import { Value } from 'typebox/value';

/** What became of a message that was handed to the mail server. */
export type MailOutcome =
  /** The server has taken it over. */
  | { readonly kind: 'sent'; readonly response: string }
  /** The server, or a check before it, refuses it for good. `code` is the reply of SMTP, if there was one. */
  | { readonly kind: 'refused'; readonly code: number | null; readonly reason: string }
  /** It may be sent again. `mayHaveArrived`: the server had the message, or a part of it, and did not reply. */
  | {
      readonly kind: 'failed';
      readonly code: number | null;
      readonly reason: string;
      readonly mayHaveArrived: boolean;
    };

const Failure = Type.Object({
  code: Type.Optional(Type.String()),
  responseCode: Type.Optional(Type.Number()),
  permanent: Type.Optional(Type.Boolean()),
  command: Type.Optional(Type.String()),
  response: Type.Optional(Type.String()),
  message: Type.String(),
});

const longestReason = 300;

/** Replies quote what they refuse. Control characters would break the lines of a log. */
const short = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longestReason);

/** The reply to a message says whether it is accepted; a reply to the greeting or to a log-in says nothing about it. */
const aboutMessage = /^(?:MAIL FROM|RCPT TO|DATA)/;

/**
 * Judges an error of the client.
 * @param wasRead whether the client had begun to send the content
 */
export function judgeFailure(error: unknown, wasRead: boolean): MailOutcome {
  const failure = Value.Check(Failure, error) ? error : null;
  const code = failure?.responseCode ?? null;
  const reason = describeFailure(error);
  if (failure?.permanent === true && aboutMessage.test(failure.command ?? ''))
    return { kind: 'refused', code, reason };
  return { kind: 'failed', code, reason, mayHaveArrived: wasRead && code === null };
}

/** Describes an error of the client in a line, without the credentials. */
export function describeFailure(error: unknown): string {
  const failure = Value.Check(Failure, error) ? error : null;
  if (!failure) return 'the mail server could not be used';
  if (failure.response !== undefined) return short(failure.response);
  switch (failure.code) {
    case 'ETIMEDOUT':
    case 'EABORT':
      return 'the mail server did not reply in time';
    case 'EDNS':
      return 'the name of the mail server has no address';
    case 'EAUTH':
    case 'ENOAUTH':
      return 'the mail server rejected the user or the password';
    default:
      return short(failure.message);
  }
}
