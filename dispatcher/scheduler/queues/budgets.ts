import type { BudgetKind } from '../../../coordination/budget-waits.ts';

/** Limits that several destinations share: those of one account, or those at one host. */
export interface Budget {
  /** `account` or `host`, and which one. */
  readonly kind: BudgetKind;
  readonly name: string;
  /** The highest number of requests in flight. */
  readonly inFlight: number;
  /** The highest number of requests started in a second; null for no limit. */
  readonly perSecond: number | null;
}

interface Use {
  budget: Budget;
  inFlight: number;
  /** When the next request would start if requests were evenly spaced at the rate. */
  nextPacedAt: number;
  /** The destination that was last released and has not been tried yet. */
  released: string | null;
  /** The longest waiting first. */
  readonly waiting: Set<string>;
}

/** A request may start this much early, because timers are too coarse for exact spacing. */
export const burstMs = 50;

const none: readonly Budget[] = [];

/** The use of budgets, and the destinations that wait for one. */
export class Budgets {
  readonly #clock: () => number;
  readonly #uses = { account: new Map<string, Use>(), host: new Map<string, Use>() };
  /** What each waiting destination waits for. */
  readonly #waits = new Map<string, Use>();
  /** What each destination waited for that was released and has not been tried yet. */
  readonly #released = new Map<string, Use>();
  /** The uses with waiting destinations. */
  readonly #contended = new Set<Use>();

  /** @param clock monotonic milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Returns the first budget that permits no request now; null if all of them permit one. */
  exhausted(budgets: readonly Budget[]): Budget | null {
    for (const budget of budgets) {
      const use = this.#find(budget);
      if (use && this.#isExhausted(use)) return budget;
    }
    return null;
  }

  /** Counts the start of a request against budgets. */
  start(budgets: readonly Budget[]): void {
    for (const budget of budgets) {
      const use = this.#useOf(budget);
      use.inFlight += 1;
      if (budget.perSecond !== null)
        use.nextPacedAt = Math.max(use.nextPacedAt, this.#clock()) + 1_000 / budget.perSecond;
    }
  }

  /** Counts the end of a request. */
  end(budgets: readonly Budget[]): void {
    for (const budget of budgets) {
      const use = this.#useOf(budget);
      use.inFlight -= 1;
      if (use.inFlight === 0 && use.waiting.size === 0 && use.nextPacedAt <= this.#clock())
        this.#uses[budget.kind].delete(budget.name);
    }
  }

  /** Lets a destination wait for a budget, behind those that wait already. */
  wait(budget: Budget, destinationId: string): void {
    this.release(destinationId);
    const use = this.#useOf(budget);
    use.waiting.add(destinationId);
    this.#contended.add(use);
    this.#waits.set(destinationId, use);
  }

  /** Returns the kind of the budget that a destination waits for; null if it waits for none. */
  waitsFor(destinationId: string): BudgetKind | null {
    return this.#waits.get(destinationId)?.budget.kind ?? null;
  }

  /** Returns all destinations that wait for a budget, with its kind. */
  waiting(): ReadonlyMap<string, BudgetKind> {
    return new Map([...this.#waits].map(([id, { budget }]) => [id, budget.kind]));
  }

  /** Ends the wait of a destination, or notes that a released one was tried. */
  release(destinationId: string): void {
    const untried = this.#released.get(destinationId);
    if (untried?.released === destinationId) untried.released = null;
    this.#released.delete(destinationId);
    const use = this.#waits.get(destinationId);
    if (!use) return;
    this.#waits.delete(destinationId);
    use.waiting.delete(destinationId);
    if (use.waiting.size === 0) this.#contended.delete(use);
  }

  /** Ends the wait of the destination that has waited longest for a budget. @returns null unless the budget permits a request */
  releaseFirst(budget: Budget): string | null {
    const use = this.#find(budget);
    if (!use || this.#isExhausted(use)) return null;
    const [first] = use.waiting;
    if (first === undefined) return null;
    this.release(first);
    use.released = first;
    this.#released.set(first, use);
    return first;
  }

  /** Returns the budgets that permit a request and have waiting destinations, of which none is released. */
  replenished(): readonly Budget[] {
    if (this.#contended.size === 0) return none;
    const uses = [...this.#contended].filter((use) => use.released === null && !this.#isExhausted(use));
    return uses.map(({ budget }) => budget);
  }

  /** Returns the milliseconds until a budget with waiting destinations is replenished; Infinity if there is none. */
  nextInMs(): number {
    let soonest = Infinity;
    // Others wait for a request to end, not for time to pass.
    for (const use of this.#contended)
      if (this.#isPaced(use) && use.inFlight < use.budget.inFlight)
        soonest = Math.min(soonest, use.nextPacedAt - burstMs - this.#clock());
    return soonest;
  }

  #find(budget: Budget): Use | undefined {
    const known = this.#uses[budget.kind].get(budget.name);
    // The limits may have changed.
    if (known) known.budget = budget;
    return known;
  }

  #useOf(budget: Budget): Use {
    const known = this.#find(budget);
    if (known) return known;
    const use = { budget, inFlight: 0, nextPacedAt: -Infinity, released: null, waiting: new Set<string>() };
    this.#uses[budget.kind].set(budget.name, use);
    return use;
  }

  #isPaced({ budget, nextPacedAt }: Use): boolean {
    return budget.perSecond !== null && nextPacedAt - burstMs > this.#clock();
  }

  #isExhausted(use: Use): boolean {
    return use.inFlight >= use.budget.inFlight || this.#isPaced(use);
  }
}
