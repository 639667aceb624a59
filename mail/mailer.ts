import { domainOf, isHeaderText, isMailAddress, type Mailbox } from './address.ts';
import { judgeFailure, type MailOutcome } from './outcome.ts';
import type { SmtpServer } from './smtp-url.ts';
import type { Transport } from './transport.ts';

/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /**
   * Names the message: letters, digits, points and hyphens. A message that is sent again has the same name, from which its
   * `Message-ID` is made, so that servers and mail programs can drop a second copy.
   */
  readonly messageId: string;
  /** The address at which one click stops messages of this kind (RFC 8058): it takes a POST without a session. */
  readonly stopUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Hands messages to the mail server of the settings. */
export interface Mailer {
  /** Sends a message. Every failure is an outcome. @param signal ends the attempt */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>;
  /** Ends the messages under way, and closes the connections. */
  close(): Promise<void>;
}

export interface MailerOptions {
  readonly server: SmtpServer;
  readonly from: Mailbox;
  /** The limit for one message, with its wait for a connection, in milliseconds. */
  readonly limitMs?: number;
  /** How long the server may be silent, in milliseconds. */
  readonly silenceMs?: number;
  /** The most connections at the same time. */
  readonly connections?: number;
}

const idPattern = /^[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*$/;
const headerName = /^[A-Za-z][A-Za-z0-9-]*$/;

/**
 * Opens a mailer. It connects with the first message.
 * A reply to the content may take long, and a message whose reply does not come may have arrived: the limits are generous.
 */
export function openMailer({
  server,
  from,
  limitMs = 120_000,
  silenceMs = 60_000,
  connections = 4,
}: MailerOptions): Mailer {
  let opened: Promise<Transport> | null = null;
  const closing = new AbortController();
  /** The contents that are being sent, by the ids of the messages. */
  const contents = new Map<string, { readonly readableDidRead: boolean }>();

  async function open(): Promise<Transport> {
    // Loaded on demand: a service without mail needs no client.
    const { openTransport } = await import('./transport.ts');
    const transport = openTransport(server, { connections, silenceMs });
    transport.use('stream', ({ message, data }, callback) => {
      const create = message.createReadStream.bind(message);
      message.createReadStream = (options) => {
        const stream = create(options);
        contents.set(String(data.messageId), stream);
        return stream;
      };
      callback();
    });
    return transport;
  }

  async function send(mail: Mail, ended?: AbortSignal): Promise<MailOutcome> {
    const fault = faultOf(mail);
    if (fault !== null) return { kind: 'refused', code: null, reason: fault };
    const messageId = `<${mail.messageId}@${domainOf(from.address)}>`;
    try {
      const transport = await (opened ??= open());
      const ends = [closing.signal, AbortSignal.timeout(limitMs), ...(ended ? [ended] : [])];
      const signal = AbortSignal.any(ends);
      const { response } = await transport.sendMail({ ...envelopeOf(mail, from), messageId, signal });
      return { kind: 'sent', response };
    } catch (error) {
      return judgeFailure(error, contents.get(messageId)?.readableDidRead === true);
    } finally {
      contents.delete(messageId);
    }
  }

  return {
    send,
    async close() {
      closing.abort();
      if (opened) (await opened).close({ force: true });
    },
  };
}

/** Returns what must not be handed to the server; null for a proper message. */
function faultOf({ to, subject, messageId, stopUrl, headers = {} }: Mail): string | null {
  if (!isMailAddress(to)) return 'the address of the recipient is not valid';
  if (!idPattern.test(messageId)) return 'the id of the message is not valid';
  if (!isHeaderText(subject)) return 'the subject has a line break or a control character';
  if (stopUrl !== undefined && !/^https?:\/\/[\x21-\x7e]+$/.test(stopUrl))
    return 'the address to stop is not valid';
  const isWrong = Object.entries(headers).some(
    ([name, value]) => !headerName.test(name) || !isHeaderText(value),
  );
  return isWrong ? 'a header has a line break or a control character' : null;
}

function envelopeOf({ to, subject, text, html, stopUrl, headers }: Mail, { name, address }: Mailbox) {
  return {
    // Given by name, so that neither is read as a list of addresses.
    from: { name: name ?? '', address },
    to: { name: '', address: to },
    envelope: { from: address, to: [to] },
    subject,
    text,
    ...(html !== undefined && { html }),
    headers: {
      ...headers,
      // RFC 3834: no automatic reply is wanted.
      'Auto-Submitted': 'auto-generated',
      ...(stopUrl !== undefined && {
        'List-Unsubscribe': `<${stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
