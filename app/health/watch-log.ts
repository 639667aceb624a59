import { openPendingCalls } from '../../async/pending-calls.ts';
import type { StallWatch } from '../../async/stall-watch.ts';
import type { EventLog } from '../../log/event-log.ts';

/** Wraps a log so that its calls are watched: each has a limit of its own, and one that outlasts it is reported. */
export function watchedLog(log: EventLog, watch: StallWatch['watch']): EventLog {
  const calls = openPendingCalls();
  watch('event log', calls.pendingWork);
  return {
    ...log,
    append: (...call) => calls.run('append', () => log.append(...call)),
    readPage: (...call) => calls.run('read', () => log.readPage(...call)),
    readEvent: (...call) => calls.run('read', () => log.readEvent(...call)),
    head: () => calls.run('head', log.head),
    eventAt: (position) => calls.run('read', () => log.eventAt(position)),
    eraseStream: (stream) => calls.run('erase', () => log.eraseStream(stream)),
    feed: { reserve: (...call) => calls.run('subscribe', () => log.feed.reserve(...call)) },
  };
}
