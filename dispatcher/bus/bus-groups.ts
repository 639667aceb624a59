import { createInbox, type Msg, type NatsConnection, type Subscription } from 'nats';
import { createTransientMap } from '../../async/transient-map.ts';
import {
  validAnswers,
  validAsked,
  type Answers,
  type AttemptRequest,
  type NoReply,
  type Reply,
} from './bus-messages.ts';

const subject = 'webhook.attempts';
/** Requests that only a worker with this master key can fulfil. */
const subjectOfKey = (keyId: string): string => `${subject}.key.${keyId}`;
/** What a key's name may be as part of a subject; no worker has a key of another name. */
const keyIdForm = /^[0-9a-f]+$/;
const queue = 'workers';
/** A message goes to one worker: larger ones would be shared out unevenly. */
const groupSize = 16;
/** How a server says that nobody listens. */
const noResponders = 503;

interface Call {
  readonly asked: AttemptRequest;
  readonly subject: string;
  readonly timeoutMs: number;
  readonly resolve: (reply: Reply | NoReply) => void;
}

/** Requests that went out together. */
interface Group {
  readonly reply: string;
  readonly timer: NodeJS.Timeout;
  /** Those that have no answer yet. */
  readonly numbers: Set<number>;
}

/** The asking side: what is asked for in one turn of the event loop goes out together. */
export function openAsking(connection: NatsConnection): {
  request(asked: AttemptRequest, timeoutMs: number, keyId?: string): Promise<Reply | NoReply>;
  close(): void;
} {
  const inbox = createInbox();
  const answerTo = `${inbox}.answers`;
  /** By number. */
  const waiting = createTransientMap<number, { readonly call: Call; readonly group: Group }>();
  /** By the subject on which the bus itself answers. */
  const groups = createTransientMap<string, Group>();
  let forming: Call[] = [];
  let lastNumber = 0;

  function send(to: string, calls: readonly Call[]): void {
    const numbers = calls.map(() => ++lastNumber);
    const reply = `${inbox}.${lastNumber}`;
    const timer = setTimeout(
      () => end(group, 'silent'),
      Math.max(...calls.map(({ timeoutMs }) => timeoutMs)),
    );
    const group: Group = { reply, timer, numbers: new Set(numbers) };
    groups.set(reply, group);
    calls.forEach((call, n) => waiting.set(numbers[n] ?? 0, { call, group }));
    const requests = calls.map(({ asked }, n) => [numbers[n], asked]);
    try {
      connection.publish(to, JSON.stringify({ answerTo, requests }), { reply });
    } catch {
      end(group, 'silent');
    }
  }

  function settle(number: number, reply: Reply | NoReply): void {
    const found = waiting.take(number);
    if (!found) return;
    const { call, group } = found;
    group.numbers.delete(number);
    if (group.numbers.size === 0) {
      clearTimeout(group.timer);
      groups.take(group.reply);
    }
    call.resolve(reply);
  }

  function end({ numbers }: Group, result: 'nobody' | 'silent' | 'failed'): void {
    for (const number of [...numbers]) settle(number, { result });
  }

  function sendFormed(): void {
    const calls = forming;
    forming = [];
    for (const to of new Set(calls.map((call) => call.subject))) {
      const its = calls.filter((call) => call.subject === to);
      for (let n = 0; n < its.length; n += groupSize) send(to, its.slice(n, n + groupSize));
    }
  }

  function endGroup({ subject: reply, headers }: Msg): void {
    const group = groups.get(reply);
    if (group) end(group, headers?.code === noResponders ? 'nobody' : 'failed');
  }

  connection.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      if (error) return;
      if (message.subject === answerTo)
        for (const [number, reply] of parse(validAnswers, message) ?? []) settle(number, reply);
      // Whatever else comes is the answer to a whole message: that nobody got it, or did not understand it.
      else endGroup(message);
    },
  });

  return {
    request: (asked, timeoutMs, keyId) =>
      new Promise((resolve) => {
        if (keyId !== undefined && !keyIdForm.test(keyId)) return resolve({ result: 'nobody' });
        if (forming.length === 0) setImmediate(sendFormed);
        const to = keyId === undefined ? subject : subjectOfKey(keyId);
        forming.push({ asked, subject: to, timeoutMs, resolve });
      }),
    close() {
      for (const group of groups.values()) end(group, 'silent');
    },
  };
}

/** The answering side: what is done in one turn of the event loop is answered together. */
export function gatherAnswers(
  connection: NatsConnection,
  handle: (request: AttemptRequest) => Promise<Reply>,
  keyIds: readonly string[] = [],
): readonly Subscription[] {
  const ready = new Map<string, Answers>();

  function sendReady(): void {
    // On a bus that is being closed nobody waits for the answers any more.
    if (!connection.isClosed())
      for (const [to, answers] of ready) connection.publish(to, JSON.stringify(answers));
    ready.clear();
  }

  function answer(to: string, number: number, reply: Reply): void {
    if (ready.size === 0) setImmediate(sendReady);
    const answers = ready.get(to);
    if (answers) answers.push([number, reply]);
    else ready.set(to, [[number, reply]]);
  }

  function callback(error: Error | null, message: Msg): void {
    if (error) return;
    const asked = parse(validAsked, message);
    if (!asked) return void message.respond(JSON.stringify({ result: 'failed' } satisfies Reply));
    for (const [number, request] of asked.requests)
      void handle(request).then((reply) => answer(asked.answerTo, number, reply));
  }

  const subjects = [subject, ...keyIds.map(subjectOfKey)];
  return subjects.map((each) => connection.subscribe(each, { queue, callback }));
}

/** A message's content, or null where it is not what is spoken here. */
function parse<T>(valid: { Check(value: unknown): value is T }, message: Msg): T | null {
  try {
    const value: unknown = message.json();
    return valid.Check(value) ? value : null;
  } catch {
    return null;
  }
}
