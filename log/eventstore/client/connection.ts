import { Client, type StatusObject } from '@grpc/grpc-js';
import type { ConnectionString } from '../connection-string.ts';
import type { Access } from './access.ts';
import { discoverNode, type Gossip } from './discovery.ts';
import { isLost, isStatus, leaderIn } from './errors.ts';

/** A call under way, of any kind. */
export interface Cancellable {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'status', listener: (status: StatusObject) => void): unknown;
  cancel(): void;
}

interface Node {
  readonly address: string;
  readonly client: Client;
  readonly calls: Set<Cancellable>;
}

/**
 * The connection to the node that serves the calls. It opens with the first call, and once more after a call tells that
 * the node is lost, or that another node leads. Calls under way stay where they began, such as a subscription at a node
 * that no longer leads.
 */
export class Connection {
  readonly #address: ConnectionString;
  readonly #access: Access;
  readonly #gossip: Gossip;
  readonly #closing = new AbortController();
  /** Every node with an open channel. */
  readonly #nodes = new Set<Node>();
  #node: Node | null = null;
  #opening: Promise<Node> | null = null;
  /** The leader that a follower named. */
  #leader: string | null = null;
  #failed: string | null = null;

  constructor(address: ConnectionString, access: Access, gossip: Gossip) {
    this.#address = address;
    this.#access = access;
    this.#gossip = gossip;
  }

  /** Begins a call. @throws if no node is found, and once the connection is closed */
  async call<T extends Cancellable>(begin: (client: Client) => T): Promise<T> {
    const node = this.#node ?? (await this.#opened());
    if (this.#closing.signal.aborted) throw closed();
    const call = begin(node.client);
    node.calls.add(call);
    // An error comes before the status. These listeners are the first: the next call of the caller goes to another node.
    call.on('error', (error) => this.#react(node, error));
    call.on('status', (ended) => {
      node.calls.delete(call);
      this.#react(node, ended);
      if (node !== this.#node && node.calls.size === 0) this.#leave(node);
    });
    return call;
  }

  /** Cancels every call, and closes every channel. */
  close(): void {
    this.#closing.abort(closed());
    this.#node = null;
    for (const node of this.#nodes) {
      for (const call of node.calls) call.cancel();
      this.#leave(node);
    }
  }

  #leave(node: Node): void {
    if (this.#nodes.delete(node)) node.client.close();
  }

  /** Opens one connection for all calls that wait for it. */
  #opened(): Promise<Node> {
    this.#opening ??= this.#open().finally(() => (this.#opening = null));
    return this.#opening;
  }

  async #open(): Promise<Node> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const address = this.#leader ?? (await this.#find(signal));
    signal.throwIfAborted();
    const { channel, options } = this.#access;
    const node = { address, client: new Client(address, channel, options), calls: new Set<Cancellable>() };
    this.#nodes.add(node);
    this.#node = node;
    this.#leader = null;
    return node;
  }

  async #find(signal: AbortSignal): Promise<string> {
    const [only] = this.#address.hosts;
    if (this.#address.finds === 'one host' && only !== undefined) return only;
    return discoverNode(this.#address, this.#gossip, this.#failed, signal);
  }

  #react(node: Node, failure: Error | StatusObject): void {
    if (node !== this.#node || !isStatus(failure)) return;
    const leader = leaderIn(failure);
    if (leader === null && !isLost(failure)) return;
    this.#node = null;
    this.#leader = leader;
    this.#failed = node.address;
  }
}

const closed = (): Error => new Error('the log is closed');
