/** Requests of one name take turns, so that no more than a number of them are under way at once. */
export interface Turns {
  /** Resolves when the caller may start; `end` must follow. @throws NoTurn */
  take(turn: Turn): Promise<void>;
  end(name: string): void;
  /** Refuses all waiting requests. */
  withdraw(): void;
}

/** Whose turns, and how many requests of that name may be under way at once. */
export interface Turn {
  readonly name: string;
  readonly atOnce: number;
}

/** The request waited too long for its turn, or was withdrawn. */
export class NoTurn extends Error {
  constructor() {
    super('the request was not sent, because others were under way');
    this.name = 'NoTurn';
  }
}

interface Waiting {
  readonly atOnce: number;
  /** In monotonic milliseconds. After a process was suspended, its timers may run late. */
  readonly until: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

interface Line {
  underWay: number;
  /** The oldest first. */
  readonly waiting: Set<Waiting>;
}

/** @param longestWaitMs the time after which a waiting request is refused */
export function openTurns(longestWaitMs: number): Turns {
  const lines = new Map<string, Line>();

  function lineOf(name: string): Line {
    const known = lines.get(name);
    if (known) return known;
    const line = { underWay: 0, waiting: new Set<Waiting>() };
    lines.set(name, line);
    return line;
  }

  const wait = ({ waiting }: Line, atOnce: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (settle: () => void) => (): void => {
        clearTimeout(timer);
        waiting.delete(self);
        settle();
      };
      const refuse = leave(() => reject(new NoTurn()));
      const until = performance.now() + longestWaitMs;
      const self: Waiting = { atOnce, until, start: leave(resolve), refuse };
      const timer = setTimeout(refuse, longestWaitMs);
      waiting.add(self);
    });

  return {
    async take({ name, atOnce }) {
      const line = lineOf(name);
      if (line.underWay >= atOnce) return wait(line, atOnce);
      line.underWay += 1;
    },
    end(name) {
      const line = lineOf(name);
      line.underWay -= 1;
      for (const next of line.waiting) {
        if (line.underWay >= next.atOnce) break;
        if (performance.now() > next.until) {
          next.refuse();
          continue;
        }
        line.underWay += 1;
        next.start();
      }
      if (line.underWay === 0 && line.waiting.size === 0) lines.delete(name);
    },
    withdraw() {
      for (const { waiting } of lines.values()) for (const { refuse } of waiting) refuse();
    },
  };
}
