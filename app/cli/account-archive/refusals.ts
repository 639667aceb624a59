import {
  appendFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { fileReason } from '../../file-reason.ts';
import { misused } from '../failure.ts';
import { type NotTaken, notTakenKinds } from './not-taken.ts';

const about = {
  account_id: Type.String(),
  /** Names the export. */
  archive: Type.String(),
  kind: Type.Enum(notTakenKinds),
  subject: Type.String(),
};
const Refusal = Type.Object({
  ...about,
  reason: Type.String(),
  by_design: Type.Boolean(),
  count: Type.Integer({ minimum: 0 }),
});
type Refusal = Static<typeof Refusal>;
/** Says that a record was tried again: what earlier lines say of it is over. */
const TriedAgain = Type.Object({ ...about, tried_again: Type.Literal(true) });
const Line = Type.Union([TriedAgain, Refusal]);

/** The import that refusals are about. */
interface Target {
  readonly accountId: string;
  readonly archive: string;
}

/** What the runs of an import did not take over, in a file: an import that is repeated does not try everything again. */
export interface Refusals {
  readonly path: string;
  /** How many refusals are recorded of this import. */
  readonly count: number;
  /** The refusals of earlier runs that this run has not tried again. */
  readonly earlier: readonly NotTaken[];
  add(item: NotTaken): void;
  /** Forgets what earlier runs recorded of a record. */
  tryAgain(item: Pick<NotTaken, 'kind' | 'subject'>): void;
  /** Removes the file if nothing is left in it. */
  close(): void;
}

type Lines = readonly Static<typeof Line>[];
type ByRecord = Map<string, Refusal[]>;

const keyOf = ({
  account_id,
  archive,
  kind,
  subject,
}: Omit<Refusal, 'reason' | 'by_design' | 'count'>): string =>
  JSON.stringify([account_id, archive, kind, subject]);

/**
 * Opens the refusals of an import. Other imports may have theirs in the same file.
 * @throws CommandFailure if the file is something else, or cannot be written
 */
export function openRefusals(path: string, { accountId: account_id, archive }: Target): Refusals {
  const of = (item: Pick<NotTaken, 'kind' | 'subject'>) => ({
    account_id,
    archive,
    kind: item.kind,
    subject: item.subject,
  });
  const isOwn = (refusal: Refusal) => refusal.account_id === account_id && refusal.archive === archive;
  const found = readRefusals(path);
  // A line that was cut off would spoil the next line, too.
  if (!endsWithLine(path)) rewrite(path, found);
  const before = byRecord(found.filter(isOwn));
  const now: Refusal[] = [];
  const own = () => [...[...before.values()].flat(), ...now];
  // By the name of the file, which the end of another import replaces.
  const append = (line: object) => {
    appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  };

  function tryAgain(item: Pick<NotTaken, 'kind' | 'subject'>): void {
    const record = of(item);
    if (before.delete(keyOf(record))) append({ ...record, tried_again: true });
  }

  return {
    path,
    get count() {
      return own().length;
    },
    get earlier() {
      return [...before.values()].flat().map(notTakenOf);
    },
    add(item) {
      tryAgain(item);
      const { reason, isByDesign, count = 1 } = item;
      const refusal = { ...of(item), reason, by_design: isByDesign === true, count };
      now.push(refusal);
      append(refusal);
    },
    tryAgain,
    close() {
      const left = [...readRefusals(path).filter((refusal) => !isOwn(refusal)), ...own()];
      if (left.length === 0) rmSync(path, { force: true });
      else rewrite(path, left);
    },
  };
}

const notTakenOf = ({ kind, subject, reason, count, by_design }: Refusal): NotTaken => ({
  kind,
  subject,
  reason,
  count,
  ...(by_design && { isByDesign: true as const }),
});

/** Reads the refusals of a file that hold. The last line may be cut off: its process was killed. */
function readRefusals(path: string): readonly Refusal[] {
  const found: ByRecord = new Map();
  for (const line of linesOf(path)) {
    if ('tried_again' in line) found.delete(keyOf(line));
    else addTo(found, line);
  }
  return [...found.values()].flat();
}

function addTo(found: ByRecord, refusal: Refusal): void {
  const key = keyOf(refusal);
  found.set(key, [...(found.get(key) ?? []), refusal]);
}

function byRecord(refusals: readonly Refusal[]): ByRecord {
  const found: ByRecord = new Map();
  for (const refusal of refusals) addTo(found, refusal);
  return found;
}

const endsWithLine = (path: string): boolean =>
  existsSync(path) && ['', '\n'].includes(readFileSync(path, 'utf8').slice(-1));

function linesOf(path: string): Lines {
  if (!existsSync(path)) return [];
  try {
    // A device would be replaced by a file.
    if (!lstatSync(path).isFile()) throw new Error('not a file');
    const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return whole.map((text) => Value.Parse(Line, JSON.parse(text)));
  } catch {
    throw misused(`${path} is no record of refusals. Move it away, or name another with --refusals.`);
  }
}

/** Replaces the file at once. */
function rewrite(path: string, refusals: readonly Refusal[]): void {
  try {
    const next = `${path}.new`;
    writeFileSync(next, refusals.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    renameSync(next, path);
  } catch (error) {
    throw misused(`${path} cannot be written: ${fileReason(error)}. Name another file with --refusals.`);
  }
}
