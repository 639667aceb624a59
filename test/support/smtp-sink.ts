import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A message that the sink has taken over, as a mail program would show it. */
export interface ReceivedMail {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** By name, in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * What the sink does with a message:
 * it takes it over; refuses it, with a reply of SMTP, at the recipient or after the content; is silent after the content;
 * cuts the connection before the content, or in the middle of it; or takes it over and dies before the reply.
 */
export type Behaviour =
  | 'accept'
  | { readonly refuse: number; readonly at: 'recipient' | 'content' }
  | 'stall'
  | 'cut before the content'
  | 'cut in the content'
  | 'accept and cut';

export interface SmtpSinkOptions {
  readonly port?: number;
  readonly credentials?: { readonly user: string; readonly pass: string };
}

const withCode = (code: number): Error =>
  Object.assign(new Error('as the test wants it'), { responseCode: code });

/** Starts a mail server that keeps what it takes over, and that can be as unkind as a real one. */
export async function startSmtpSink({ port = 0, credentials }: SmtpSinkOptions = {}) {
  const received: ReceivedMail[] = [];
  const planned: Behaviour[] = [];
  let usual: Behaviour = 'accept';
  let connections = 0;
  let most = 0;
  const current = new Map<string, Behaviour>();

  const cut = ({ id }: SMTPServerSession): void => {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
  };

  async function keep(raw: Buffer, to: readonly string[]): Promise<void> {
    const { messageId, from, subject, text, html, headers } = await PostalMime.parse(raw);
    received.push({
      messageId: messageId ?? '',
      from: from?.address ?? '',
      to,
      subject: subject ?? '',
      text: text ?? '',
      html: html ?? '',
      headers: new Map(headers.map(({ key, value }) => [key, value])),
    });
  }

  const server = new SMTPServer({
    authOptional: credentials === undefined,
    disabledCommands: ['STARTTLS'],
    logger: false,
    allowInsecureAuth: true,
    onConnect(_, done) {
      most = Math.max(most, ++connections);
      done();
    },
    onClose() {
      connections--;
    },
    onAuth({ username, password }, _, done) {
      if (username === credentials?.user && password === credentials?.pass) done(null, { user: username });
      else done(new Error('Invalid user or password'));
    },
    onRcptTo(_, session, done) {
      const behaviour = planned.shift() ?? usual;
      current.set(session.id, behaviour);
      if (typeof behaviour === 'object' && behaviour.at === 'recipient')
        return done(withCode(behaviour.refuse));
      if (behaviour === 'cut before the content') return cut(session);
      return done();
    },
    onData(stream, session, done) {
      const behaviour = current.get(session.id) ?? 'accept';
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (behaviour === 'cut in the content') cut(session);
      });
      stream.on('end', () => {
        if (behaviour === 'stall' || behaviour === 'cut in the content') return;
        if (typeof behaviour === 'object') return done(withCode(behaviour.refuse));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        void keep(Buffer.concat(chunks), to).then(() =>
          behaviour === 'accept and cut' ? cut(session) : done(),
        );
      });
    },
  });
  // A connection that breaks is what some tests want.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  const actual = typeof address === 'object' && address ? address.port : 0;
  const user = credentials
    ? `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.pass)}@`
    : '';

  return {
    port: actual,
    url: `smtp://${user}127.0.0.1:${actual}`,
    /** All messages in the order of their arrival, with copies. */
    received: received as readonly ReceivedMail[],
    /** The most connections at the same time. */
    mostConnections: () => most,
    openConnections: () => connections,
    /** What the sink does with the next messages; then it does the usual. */
    next: (...behaviours: readonly Behaviour[]) => void planned.push(...behaviours),
    always: (behaviour: Behaviour) => void (usual = behaviour),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) connection._socket.destroy();
      }),
  };
}

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;
