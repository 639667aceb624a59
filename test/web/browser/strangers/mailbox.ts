import { eventually } from '../../../support/eventually.ts';
import type { ReceivedMail, SmtpSink } from '../../../support/smtp-sink.ts';

/** The mailbox of a person, who reads each mail once. */
export interface Mailbox {
  readonly address: string;
  /** Waits for the next mail whose subject matches. */
  next(subject: RegExp): Promise<ReceivedMail>;
}

/** @param limitMs how long a mail may take */
export function openMailbox(sink: SmtpSink, address: string, limitMs = 60_000): Mailbox {
  const read = new Set<ReceivedMail>();
  return {
    address,
    async next(subject) {
      const mail = await eventually(
        `a mail to ${address} about ${subject.source}`,
        () =>
          sink.received.find(
            (one) => one.to.includes(address) && subject.test(one.subject) && !read.has(one),
          ),
        limitMs,
      );
      read.add(mail);
      return mail;
    },
  };
}

/** The link that a reader of the mail is meant to follow, whole. */
export function linkOf({ text }: ReceivedMail): string {
  const found = /https?:\/\/\S+/.exec(text)?.[0];
  if (found === undefined) throw new Error(`no link in: ${text}`);
  return found;
}
