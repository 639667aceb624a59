import type { BudgetKind } from '../../coordination/budget-waits.ts';

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

/** The use of budgets, and the destinations that wait for one. */
export interface Budgets {
  /** Returns the first budget that permits no request now; null if all of them permit one. */
  exhausted(budgets: readonly Budget[]): Budget | null;
  /** Counts the start of a request against budgets. */
  start(budgets: readonly Budget[]): void;
  /** Counts the end of a request. */
  end(budgets: readonly Budget[]): void;
  /** Lets a destination wait for a budget, behind those that wait already. */
  wait(budget: Budget, destinationId: string): void;
  /** Returns the kind of the budget that a destination waits for; null if it waits for none. */
  waitsFor(destinationId: string): BudgetKind | null;
  /** Ends the wait of a destination, or notes that a released one was tried. */
  release(destinationId: string): void;
  /** Ends the wait of the destination that has waited longest for a budget. @returns null unless the budget permits a request */
  releaseFirst(budget: Budget): string | null;
  /** Returns the budgets that permit a request and have waiting destinations, of which none is released. */
  replenished(): readonly Budget[];
  /** Returns the milliseconds until a budget with waiting destinations is replenished; Infinity if there is none. */
  nextInMs(): number;
  /** Returns all destinations that wait for a budget, with its kind. */
  waiting(): ReadonlyMap<string, BudgetKind>;
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

/** @param clock monotonic milliseconds */
export function openBudgets(clock: () => number): Budgets {
  const uses = { account: new Map<string, Use>(), host: new Map<string, Use>() };
  /** What each waiting destination waits for. */
  const waits = new Map<string, Use>();
  /** What each destination waited for that was released and has not been tried yet. */
  const released = new Map<string, Use>();
  /** The uses with waiting destinations. */
  const contended = new Set<Use>();

  function find(budget: Budget): Use | undefined {
    const known = uses[budget.kind].get(budget.name);
    // The limits may have changed.
    if (known) known.budget = budget;
    return known;
  }

  function useOf(budget: Budget): Use {
    const known = find(budget);
    if (known) return known;
    const use = { budget, inFlight: 0, nextPacedAt: -Infinity, released: null, waiting: new Set<string>() };
    uses[budget.kind].set(budget.name, use);
    return use;
  }

  const isPaced = ({ budget, nextPacedAt }: Use): boolean =>
    budget.perSecond !== null && nextPacedAt - burstMs > clock();
  const isExhausted = (use: Use): boolean => use.inFlight >= use.budget.inFlight || isPaced(use);

  function release(destinationId: string): void {
    const untried = released.get(destinationId);
    if (untried?.released === destinationId) untried.released = null;
    released.delete(destinationId);
    const use = waits.get(destinationId);
    if (!use) return;
    waits.delete(destinationId);
    use.waiting.delete(destinationId);
    if (use.waiting.size === 0) contended.delete(use);
  }

  return {
    exhausted: (budgets) =>
      budgets.find((budget) => {
        const use = find(budget);
        return use !== undefined && isExhausted(use);
      }) ?? null,
    start(budgets) {
      for (const budget of budgets) {
        const use = useOf(budget);
        use.inFlight += 1;
        if (budget.perSecond !== null)
          use.nextPacedAt = Math.max(use.nextPacedAt, clock()) + 1_000 / budget.perSecond;
      }
    },
    end(budgets) {
      for (const budget of budgets) {
        const use = useOf(budget);
        use.inFlight -= 1;
        if (use.inFlight === 0 && use.waiting.size === 0 && use.nextPacedAt <= clock())
          uses[budget.kind].delete(budget.name);
      }
    },
    wait(budget, destinationId) {
      release(destinationId);
      const use = useOf(budget);
      use.waiting.add(destinationId);
      contended.add(use);
      waits.set(destinationId, use);
    },
    waitsFor: (destinationId) => waits.get(destinationId)?.budget.kind ?? null,
    release,
    releaseFirst(budget) {
      const use = find(budget);
      if (!use || isExhausted(use)) return null;
      const [first] = use.waiting;
      if (first === undefined) return null;
      release(first);
      use.released = first;
      released.set(first, use);
      return first;
    },
    replenished: () =>
      contended.size === 0
        ? none
        : [...contended]
            .filter((use) => use.released === null && !isExhausted(use))
            .map(({ budget }) => budget),
    nextInMs() {
      let soonest = Infinity;
      // Others wait for a request to end, not for time to pass.
      for (const use of contended)
        if (isPaced(use) && use.inFlight < use.budget.inFlight)
          soonest = Math.min(soonest, use.nextPacedAt - burstMs - clock());
      return soonest;
    },
    waiting: () => new Map([...waits].map(([id, { budget }]) => [id, budget.kind])),
  };
}
