/** An operation of a client. Text is latin1, so that any byte of a subject goes out as it came in. */
export type Operation =
  | { readonly op: 'connect'; readonly json: string }
  | { readonly op: 'ping' }
  | { readonly op: 'pong' }
  | Publish
  | { readonly op: 'sub'; readonly subject: string; readonly queue: string | undefined; readonly sid: string }
  | { readonly op: 'unsub'; readonly sid: string; readonly max: number }
  /** Bytes that are no operation, or exceed a limit. Nothing after them is read. */
  | { readonly op: 'refused'; readonly reason: string };

/** `payload` begins with the bytes of the headers; `headerBytes` is 0 for a message without headers. */
export type Publish = {
  readonly op: 'pub';
  readonly subject: string;
  readonly reply: string | undefined;
  readonly headerBytes: number;
  readonly payload: Buffer;
};

type Announced = Omit<Publish, 'op' | 'payload'> & { readonly size: number };

const MAX_CONTROL_LINE = 4096;
const LONGEST_VERB = 'CONNECT '.length;
/** Chunks that wait to be joined; each takes some hundred bytes, however small it is. */
const MAX_WAITING = 1000;
const LF = 0x0a;
const CR = 0x0d;

const refused = (reason: string): Operation => ({ op: 'refused', reason });
const UNKNOWN = refused('Unknown Protocol Operation');
const UNREADABLE = refused('Parser Error');
const LINE_TOO_LONG = refused('maximum control line exceeded');

/**
 * Cuts a client's bytes into operations, however the network has split them.
 * @param maxPayload bytes; a larger message is refused when it is announced, before its payload arrives
 */
export function createParser(maxPayload: number): (chunk: Buffer) => Generator<Operation> {
  let buffered: Buffer = Buffer.alloc(0);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let announced: Announced | undefined;
  let ended = false;

  /** The next whole line without its end, or undefined while it is incomplete. */
  function takeLine(): Buffer | undefined {
    const end = buffered.indexOf(LF);
    if (end === -1) return undefined;
    const line = buffered.subarray(0, end > 0 && buffered[end - 1] === CR ? end - 1 : end);
    buffered = buffered.subarray(end + 1);
    return line;
  }

  function takePayload({ size, ...message }: Announced): Operation {
    if (buffered[size] !== CR || buffered[size + 1] !== LF) return UNKNOWN;
    const payload = buffered.subarray(0, size);
    buffered = buffered.subarray(size + 2);
    announced = undefined;
    return { op: 'pub', ...message, payload };
  }

  function next(): Operation | undefined {
    if (announced !== undefined)
      return buffered.length < announced.size + 2 ? undefined : takePayload(announced);
    const line = takeLine();
    if (line === undefined)
      return buffered.length > MAX_CONTROL_LINE + LONGEST_VERB ? LINE_TOO_LONG : undefined;
    const read = readLine(line);
    if ('op' in read) return read;
    if (read.size > maxPayload) return refused('Maximum Payload Violation');
    announced = read;
    return next();
  }

  return function* push(chunk) {
    if (ended) return;
    waiting.push(chunk);
    waitingBytes += chunk.length;
    // The chunks of a large payload are joined when it is complete, or when there are so many that they take more
    // memory than their bytes.
    const complete = announced === undefined || buffered.length + waitingBytes >= announced.size + 2;
    if (!complete && waiting.length < MAX_WAITING) return;
    buffered = buffered.length === 0 && waiting.length === 1 ? chunk : Buffer.concat([buffered, ...waiting]);
    waiting = [];
    waitingBytes = 0;
    for (let operation = next(); operation !== undefined; operation = next()) {
      ended = operation.op === 'refused';
      yield operation;
      if (ended) return;
    }
  };
}

function readLine(line: Buffer): Operation | Announced {
  const text = line.toString('latin1');
  const [verb = '', ...args] = text.split(/[ \t]+/);
  if (args.at(-1) === '') args.pop();
  if (text.length - verb.length - 1 > MAX_CONTROL_LINE) return LINE_TOO_LONG;
  if (text.includes('\r')) return UNREADABLE;
  switch (verb.toUpperCase()) {
    case 'PING':
      return { op: 'ping' };
    case 'PONG':
      return { op: 'pong' };
    case 'CONNECT':
      return { op: 'connect', json: line.subarray(verb.length).toString('utf8') };
    case 'PUB':
      return readPub(args);
    case 'HPUB':
      return readHpub(args);
    case 'SUB':
      return readSub(args);
    case 'UNSUB':
      return readUnsub(args);
    default:
      return UNKNOWN;
  }
}

function readPub(args: readonly string[]): Operation | Announced {
  const [subject, second, third] = args;
  const reply = args.length === 3 ? second : undefined;
  const size = count(args.length === 3 ? third : second);
  if (args.length > 3 || subject === undefined || size === undefined) return UNREADABLE;
  return { subject, reply, headerBytes: 0, size };
}

function readHpub(args: readonly string[]): Operation | Announced {
  const [headerText, ...pub] = [args.at(-2), ...args.slice(0, -2), args.at(-1) ?? ''];
  const headerBytes = count(headerText);
  const read = readPub(pub);
  if ('op' in read) return read;
  return headerBytes === undefined || headerBytes > read.size ? UNREADABLE : { ...read, headerBytes };
}

function readSub(args: readonly string[]): Operation {
  const [subject, second, third] = args;
  if (args.length > 3 || subject === undefined || second === undefined) return UNREADABLE;
  return { op: 'sub', subject, queue: third === undefined ? undefined : second, sid: third ?? second };
}

function readUnsub(args: readonly string[]): Operation {
  const [sid, maxText = '0'] = args;
  const max = count(maxText);
  if (args.length > 2 || sid === undefined || max === undefined) return UNREADABLE;
  return { op: 'unsub', sid, max };
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
