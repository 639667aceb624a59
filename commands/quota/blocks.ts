import { LRUCache } from 'lru-cache';
import { coalesce } from '../../async/coalesce.ts';
import type { DomainError } from '../../domain/errors.ts';
import { maxSpare } from '../../domain/quota/block-size.ts';
import { quota, type Settlement } from '../../domain/quota/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { nextMonth } from '../../domain/time.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { newId } from '../../log/ids.ts';
import type { CoreDeps } from '../core-deps.ts';
import { openAssign } from './assign.ts';
import { assignedName, blockName, type Reservation } from './reservation.ts';

export interface ReservationRequest {
  /** The submission's id, if it is determined; otherwise the reservation provides one. */
  readonly submissionId: string | undefined;
  readonly limit: number;
  readonly at: string;
  readonly context: CommandContext;
}

type Waiting = ReservationRequest & { readonly submissionId: string };

/** A block that this process has reserved. */
interface Block {
  readonly stream: string;
  readonly revision: number;
  readonly context: CommandContext;
  /** The reserved ids that no request has taken. */
  readonly spare: string[];
  /** The reserved ids whose outcome is not known yet, including the spare ones. */
  readonly undecided: Set<string>;
  readonly unused: string[];
}

/** The blocks of one month's quota. */
interface MonthBlocks {
  /** The newest block, whose spare reservations later requests take. */
  newest: Block | null;
  /** The blocks that this process will settle, by revision. */
  readonly own: Map<number, Block>;
  /** The revisions of blocks whose submissions were all created, and which are not settled yet. */
  used: readonly number[];
}

/** The number of blocks without unused reservations that are settled together with the next reservation. */
const minSettled = 8;

/** The blocks of reservations that this process holds, of all monthly quotas. */
export class Blocks {
  readonly #deps: Pick<CoreDeps, 'aggregates' | 'now'>;
  readonly #months = new LRUCache<string, MonthBlocks>({ max: 10_000 });
  readonly #reserveTogether = coalesce((stream: string, requests: readonly [Waiting, ...Waiting[]]) =>
    this.#reserveBlock(stream, requests),
  );
  readonly #assign: ReturnType<typeof openAssign>;

  constructor(deps: Pick<CoreDeps, 'aggregates' | 'now'>) {
    this.#deps = deps;
    this.#assign = openAssign(deps);
  }

  /**
   * Returns a reservation: a spare one of the newest block, or one of a new block that waiting requests share.
   * @throws LogUnavailable
   */
  async reserve(stream: string, request: ReservationRequest): Promise<Result<Reservation, DomainError>> {
    const { submissionId = newId() } = request;
    for (;;) {
      const spare = await this.#takeSpare(stream, request.submissionId);
      if (spare) return ok(spare);
      const reserved = await this.#reserveTogether(stream, { ...request, submissionId });
      if (reserved) return reserved;
    }
  }

  /** Whether this process will settle a block. */
  isOwn(stream: string, revision: number): boolean {
    return this.#months.peek(stream)?.own.has(revision) ?? false;
  }

  /** Whether this process has reserved a block of a month's quota. */
  has(stream: string): boolean {
    return (this.#months.peek(stream)?.newest ?? null) !== null;
  }

  /** Returns the number of spare reservations in a month's quota. */
  spareIn(stream: string): number {
    return this.#months.peek(stream)?.newest?.spare.length ?? 0;
  }

  /** Releases the spare reservations of a month's quota; without a stream, of all. */
  async releaseSpare(stream?: string): Promise<void> {
    const months = stream === undefined ? [...this.#months.values()] : [this.#months.peek(stream)];
    const blocks = months.flatMap((month) => month?.newest ?? []);
    await Promise.all(
      // Other processes find what could not be released when it is needed.
      blocks.map((block) => this.#end(block, block.spare.splice(0), false).catch(() => undefined)),
    );
  }

  async settle(stream: string, settlements: readonly Settlement[], context: CommandContext): Promise<void> {
    const { aggregates, now } = this.#deps;
    const at = now().toISOString();
    await aggregates.execute(quota, stream, [{ type: 'SettleBlocks', settlements, at }], context);
  }

  #of(stream: string): MonthBlocks {
    const found = this.#months.get(stream) ?? { newest: null, own: new Map(), used: [] };
    this.#months.set(stream, found);
    return found;
  }

  /** Takes a spare reservation, and assigns it to the submission if its id is determined. */
  async #takeSpare(stream: string, submissionId: string | undefined): Promise<Reservation | null> {
    for (;;) {
      const block = this.#of(stream).newest;
      const reservedId = block?.spare.pop();
      if (!block || reservedId === undefined) return null;
      if (submissionId === undefined || (await this.#isAssigned(block, reservedId, submissionId)))
        return this.#reservation(block, reservedId, submissionId);
    }
  }

  async #isAssigned(block: Block, reservedId: string, submissionId: string): Promise<boolean> {
    const { stream, revision, context } = block;
    try {
      const isAssigned = await this.#assign(blockName(stream, revision), {
        reservedId,
        submissionId,
        context,
      });
      if (!isAssigned) this.#drop(block);
      return isAssigned;
    } catch (error) {
      // Assigned or not, the submission is not created under this reservation.
      this.#end(block, [reservedId], false).catch(() => undefined);
      throw error;
    }
  }

  async #reserveBlock(stream: string, requests: readonly [Waiting, ...Waiting[]]) {
    const month = this.#of(stream);
    // The block before has spare reservations: these requests began to wait while it was being reserved.
    if (this.spareIn(stream) > 0) return () => null;
    // All requests are of one account and month, and of about the same time, so the first represents all.
    const [{ limit, at, context }] = requests;
    const submissionIds = requests.map(({ submissionId }) => submissionId);
    const spareIds = Array.from({ length: maxSpare }, newId);
    const settled = month.used.length < minSettled ? [] : month.used;
    const command = { type: 'ReserveBlock', submissionIds, spareIds, settled, limit, at } as const;
    const executed = await this.#deps.aggregates.execute(quota, stream, [command], context);
    if (!executed.ok) {
      const refused = err(executed.error);
      return (): Result<Reservation, DomainError> => refused;
    }
    month.used = month.used.filter((revision) => !settled.includes(revision));
    const { events, revision, state } = executed.value;
    const reserved = events.flatMap(({ type, data }) =>
      type === 'SubmissionQuotaReserved' ? data.submissionIds : [],
    );
    const spare = reserved.slice(submissionIds.length);
    const undecided = new Set(reserved);
    const block: Block = { stream, revision, context, spare, undecided, unused: [] };
    month.own.set(revision, block);
    month.newest = block;
    const refused = quotaExceeded(limit, state.used, at);
    return ({ submissionId }: Waiting): Result<Reservation, DomainError> =>
      undecided.has(submissionId) ? ok(this.#reservation(block, submissionId)) : refused;
  }

  #reservation(block: Block, reservedId: string, submissionId = reservedId): Reservation {
    const name = blockName(block.stream, block.revision);
    return {
      submissionId,
      name: submissionId === reservedId ? name : assignedName(name, reservedId),
      confirm: () => void this.#end(block, [reservedId], true).catch(() => undefined),
      release: () => this.#end(block, [reservedId], false).catch(() => undefined),
      // Its other reservations are used as before, but this process cannot settle the block any more.
      abandon: () => void this.#of(block.stream).own.delete(block.revision),
      revoked: () => this.#drop(block),
    };
  }

  /** Stops using a block that another process settles. */
  #drop(block: Block): void {
    this.#of(block.stream).own.delete(block.revision);
    block.spare.length = 0;
  }

  /** Records the outcome of reservations. The last outcome of a block settles it, if some of it are released. */
  async #end(block: Block, reservedIds: readonly string[], isCreated: boolean): Promise<void> {
    const { stream, revision, undecided, unused, context } = block;
    for (const id of reservedIds) if (undecided.delete(id) && !isCreated) unused.push(id);
    const month = this.#of(stream);
    if (undecided.size > 0 || !month.own.delete(revision)) return;
    if (unused.length === 0) month.used = [...month.used, revision];
    else await this.settle(stream, [{ block: revision, unused }], context);
  }
}

const quotaExceeded = (limit: number, current: number, at: string) =>
  err({ code: 'quota_exceeded', limit, current, resetsAt: nextMonth(at) } as const);
