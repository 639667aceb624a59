import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A TCP proxy in front of one server, with the faults of a network. Everything passes until a fault is set. */
export interface Wire {
  readonly port: number;
  /** Resets (RST) every open connection, to the client and to the server. New connections pass. */
  cut(): void;
  /** Holds every byte in both directions; connections stay open, and new ones are accepted and held as well. */
  freeze(): void;
  /** Ends `freeze`: what was held goes on. */
  thaw(): void;
  /** Cuts every connection, and answers new ones with RST until `accept`. */
  refuse(): void;
  accept(): void;
  /** Every byte takes this long in each direction, from now on; 0 for none. */
  delay(ms: number): void;
  /** How many connections are open now. */
  connections(): number;
  close(): Promise<void>;
}

/** @param port 0 takes any free one */
export async function openWire(target: Address, port = 0): Promise<Wire> {
  const pairs = new Set<Pair>();
  const rules = { isFrozen: false, isRefusing: false, delayMs: 0 };
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    if (rules.isRefusing) return void client.on('error', ignore).resetAndDestroy();
    const pair = joined(client, connect({ ...target, noDelay: true, allowHalfOpen: true }), rules);
    pairs.add(pair);
    client.once('close', () => pairs.delete(pair));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = (): void => {
    for (const pair of pairs) pair.cut();
    pairs.clear();
  };
  return {
    port: address.port,
    cut,
    freeze() {
      rules.isFrozen = true;
    },
    thaw() {
      rules.isFrozen = false;
      for (const pair of pairs) pair.flush();
    },
    refuse() {
      rules.isRefusing = true;
      cut();
    },
    accept() {
      rules.isRefusing = false;
    },
    delay(ms) {
      rules.delayMs = ms;
    },
    connections: () => pairs.size,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Rules {
  readonly isFrozen: boolean;
  readonly delayMs: number;
}

interface Pair {
  cut(): void;
  /** Hands on what was held, as far as the rules allow it now. */
  flush(): void;
}

const ignore = (): void => undefined;

function joined(client: Socket, server: Socket, rules: Rules): Pair {
  const cut = (): void => {
    for (const socket of [client, server]) if (!socket.destroyed) socket.resetAndDestroy();
  };
  const ways = [oneWay(client, server, rules), oneWay(server, client, rules)];
  for (const socket of [client, server]) socket.on('error', cut);
  client.once('close', () => server.destroy());
  server.once('close', () => client.destroy());
  return { cut, flush: () => ways.forEach((flush) => flush()) };
}

/** Hands on the bytes of one direction in order. @returns a function that hands on what was held */
function oneWay(from: Socket, to: Socket, rules: Rules): () => void {
  const held: { readonly chunk: Buffer | null; readonly dueAt: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    while (held[0] && !rules.isFrozen) {
      const waitMs = held[0].dueAt - performance.now();
      if (waitMs > 0) return void (timer = setTimeout(flush, waitMs));
      const { chunk } = held.shift() ?? { chunk: null };
      if (to.destroyed) continue;
      if (chunk === null) to.end();
      else if (!to.write(chunk)) pauseUntilDrained();
    }
  }

  function pauseUntilDrained(): void {
    from.pause();
    to.once('drain', () => from.resume());
  }

  const take = (chunk: Buffer | null): void => {
    held.push({ chunk, dueAt: performance.now() + rules.delayMs });
    if (!timer) flush();
  };
  from.on('data', take);
  from.on('end', () => take(null));
  from.once('close', () => clearTimeout(timer));
  return flush;
}
