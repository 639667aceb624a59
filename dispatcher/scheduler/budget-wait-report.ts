import { randomUUID } from 'node:crypto';
import type { BudgetWaits } from '../../coordination/budget-waits.ts';
import type { DestinationQueues } from './queues/destination-queues.ts';

const reportEveryMs = 1_000;

/** Reports the destinations that wait for a shared limit, once a second at most. */
export class BudgetWaitReport {
  readonly #budgetWaits: Pick<BudgetWaits, 'save'>;
  readonly #scheduler = randomUUID();
  #nextAt = -Infinity;
  #isReported = false;

  constructor(budgetWaits: Pick<BudgetWaits, 'save'>) {
    this.#budgetWaits = budgetWaits;
  }

  /** Whether the last report names destinations. */
  get isReported(): boolean {
    return this.#isReported;
  }

  async update(queues: Pick<DestinationQueues, 'waitingForBudgets'>): Promise<void> {
    if (performance.now() < this.#nextAt) return;
    this.#nextAt = performance.now() + reportEveryMs;
    const waiting = queues.waitingForBudgets();
    if (waiting.size === 0 && !this.#isReported) return;
    await this.#budgetWaits.save(this.#scheduler, waiting);
    this.#isReported = waiting.size > 0;
  }
}
