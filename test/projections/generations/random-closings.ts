import { account } from '../../../domain/account/decider.ts';
import { closing, type ClosingCommand } from '../../../domain/closing/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { Fact } from '../samples.ts';
import { decidedStreams } from './decided.ts';

/** The other accounts of a random history, which are opened, renamed, closed and erased. */
export function randomClosings(random: () => number, prefix: string) {
  const one = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const accounts = decidedStreams(account, streamOf.account);
  const closings = decidedStreams(closing, streamOf.closing);
  const opened: string[] = [];
  const closed: string[] = [];
  const deleted: string[] = [];

  function open(at: string): readonly Fact[] {
    const accountId = `${prefix}account${opened.length}`;
    opened.push(accountId);
    return accounts.run(accountId, { type: 'OpenAccount', accountId, name: 'Acme', plan: 'free', at });
  }

  function close(at: string): readonly Fact[] {
    const accountId = one(opened.filter((id) => !closed.includes(id)));
    if (accountId === undefined) return open(at);
    closed.push(accountId);
    return accounts.run(accountId, { type: 'CloseAccount', at });
  }

  function progress(at: string): readonly Fact[] {
    const accountId = one(closed);
    if (accountId === undefined) return close(at);
    const state = accounts.state(accountId);
    const closedAt = (state.exists && state.closedAt) || at;
    const { through } = closings.state(accountId);
    const next = `${Number(through ?? 0) + 1}`;
    const commands: readonly ClosingCommand[] = [
      { type: 'StartErasure', accountId, closedAt, records: { forms: 2 }, at },
      ...(random() < 0.5
        ? ([{ type: 'ReportProgress', streams: 3, from: through, through: next, at }] as const)
        : []),
      { type: 'Tombstone', at },
      { type: 'Scrub', at },
      { type: 'Complete', at },
    ];
    for (const command of commands) {
      const facts = closings.run(accountId, command);
      if (facts.length === 0) continue;
      if (command.type === 'Tombstone') deleted.push(accountId);
      return facts;
    }
    return [];
  }

  return {
    change(at: string): readonly Fact[] {
      const accountId = one(opened.filter((id) => !closed.includes(id)));
      const kind = random();
      if (kind < 0.2 || accountId === undefined) return open(at);
      if (kind < 0.35) return accounts.run(accountId, { type: 'RenameAccount', name: `Acme ${at}`, at });
      return kind < 0.5 ? close(at) : progress(at);
    },
    /** The streams that the eraser of accounts has deleted by now. */
    deletedStreams: (): readonly string[] => deleted.map((id) => streamOf.account(id)),
  };
}
