import { narrowing, type Narrowing } from './bounds.ts';
import { type Condition, type Filter } from './filter.ts';
import { equal } from './compare.ts';

/** What a filter says of the stretches of an index that can hold its matches. */
export interface Query {
  /** What narrows every match. */
  readonly narrowings: readonly Narrowing[];
  /** The disjunctions that must hold too. */
  readonly choices: readonly Choice[];
  /** Whether the narrowings are all that has to hold. */
  readonly whole: boolean;
}

export interface Choice {
  readonly filter: Filter;
  readonly branches: readonly Branch[];
  /** Whether what is known of the branches is all that has to hold in them. */
  readonly whole: boolean;
}

export interface Branch {
  readonly narrowings: readonly Narrowing[];
  /** What need only be looked for, as the branches before find the rest. */
  readonly left: readonly Narrowing[];
}

/** Gathers what is known of every match. Conditions deeper inside are left to the check of each document. */
export function analyse(filter: Filter): Query {
  const { narrowings, choices, whole } = gather(filter);
  return { narrowings, whole, choices: choices.map((choice) => sharpened(choice, narrowings)) };
}

function gather(filter: Filter): Query {
  if (filter.kind === 'condition') {
    const found = narrowing(filter);
    return { narrowings: found ? [found] : [], choices: [], whole: found !== undefined };
  }
  if (filter.kind === 'nor') return { narrowings: [], choices: [], whole: false };
  const parts = filter.of.map(gather);
  const whole = parts.every((part) => part.whole);
  if (filter.kind === 'or') {
    const branches = parts.map(({ narrowings }) => ({ narrowings, left: [] }));
    return { narrowings: [], choices: [{ filter, branches, whole }], whole: false };
  }
  return {
    narrowings: parts.flatMap((part) => part.narrowings),
    choices: parts.flatMap((part) => part.choices),
    whole,
  };
}

/** Among more branches than this none is sharpened: each is compared with those before. */
const maxSharpened = 10;

const sharpened = (choice: Choice, all: readonly Narrowing[]): Choice =>
  choice.branches.length > maxSharpened
    ? choice
    : {
        ...choice,
        branches: choice.branches.map(({ narrowings }, i) => ({
          narrowings,
          left: choice.branches.slice(0, i).flatMap((before) => equality(before, all)),
        })),
      };

/**
 * Where `a <= 5` is asked for, a branch beside `a < 5` finds nothing more but where `a` is 5: thus the pages of a
 * list are asked for, and each then is one stretch of an index to its very end.
 */
function equality({ narrowings: [strict, ...others] }: Branch, all: readonly Narrowing[]): Narrowing[] {
  if (!strict || others.length > 0) return [];
  const isBound = ({ condition: { path, operator, operand } }: Narrowing): boolean =>
    path === strict.condition.path &&
    operator === `${strict.condition.operator}e` &&
    equal(operand, strict.condition.operand);
  const bound: Condition | undefined = all.find(isBound)?.condition;
  const same = bound && narrowing({ ...bound, operator: '$eq' });
  return same ? [same] : [];
}
