import { setTimeout as delay } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { WebSocket } from 'undici';
import { socketsOf } from './sockets.ts';

const Answer = Type.Object({
  /** The kinds of what keeps the event loop, as `process.getActiveResourcesInfo` names them. */
  resources: Type.Array(Type.String()),
  runningTest: Type.Union([Type.Object({ name: Type.String(), since: Type.Number() }), Type.Null()]),
  /** The frames of the JavaScript that is on the stack, the innermost first; none while the main thread waits. */
  stack: Type.Array(Type.String()),
});
export type Answer = Static<typeof Answer>;

const limitMs = 10_000;
const firstPauseMs = 50;
/** A look at all sockets takes a core for milliseconds: a process that is slow to answer is asked less and less often. */
const longestPauseMs = 500;

/**
 * Makes a Node process write its diagnostic report. SIGUSR1 opens its inspector, which runs code between two
 * instructions of JavaScript also when the main thread is busy in a loop.
 * @param file where the report is to be
 * @throws when it does not answer, as one that was stopped, or waits in a system call
 */
export function askNode(pid: number, file: string): Promise<Answer> {
  return pTimeout(ask(pid, file), { milliseconds: limitMs, message: `no answer within ${limitMs} ms` });
}

async function ask(pid: number, file: string): Promise<Answer> {
  const earlier = new Set(listenersOf(pid));
  process.kill(pid, 'SIGUSR1');
  // By then the caller no longer waits.
  const end = performance.now() + 2 * limitMs;
  for (
    let pauseMs = firstPauseMs;
    performance.now() < end;
    pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)
  ) {
    await delay(pauseMs);
    for (const address of listenersOf(pid)) {
      const url = earlier.has(address) ? null : await inspectorAt(address);
      if (url !== null) return Value.Parse(Answer, JSON.parse(await evaluate(url, question(file))));
    }
  }
  throw new Error('its inspector does not open');
}

const listenersOf = (pid: number): readonly string[] =>
  socketsOf(pid).flatMap(({ local, remote }) => (remote === null ? local : []));

const Targets = Type.Array(Type.Object({ webSocketDebuggerUrl: Type.String() }));

/** The address of the inspector behind a listener; null where another server listens. */
async function inspectorAt(address: string): Promise<string | null> {
  try {
    const answer = await fetch(`http://${address}/json/list`, { signal: AbortSignal.timeout(1_000) });
    return Value.Parse(Targets, await answer.json())[0]?.webSocketDebuggerUrl ?? null;
  } catch {
    return null;
  }
}

/** What the process runs: it writes the report, and returns an `Answer` as JSON. */
const question = (file: string): string => `(() => {
  Error.stackTraceLimit = 30;
  const { stack } = new Error();
  process.report.excludeNetwork = true;
  process.report.writeReport(${JSON.stringify(file)});
  return JSON.stringify({
    resources: process.getActiveResourcesInfo(),
    runningTest: globalThis.runningTest ?? null,
    stack: stack.split('\\n').slice(3).map((line) => line.trim()),
  });
})()`;

const Evaluated = Type.Object({
  result: Type.Object({ result: Type.Object({ value: Type.String() }) }),
});

/** Runs an expression in the main thread behind an inspector. @returns its value, a string */
async function evaluate(url: string, expression: string): Promise<string> {
  const socket = new WebSocket(url);
  try {
    return await new Promise<string>((resolve, reject) => {
      socket.onerror = () => reject(new Error('the inspector cannot be reached'));
      socket.onopen = () =>
        socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
      socket.onmessage = ({ data }) => {
        try {
          resolve(Value.Parse(Evaluated, JSON.parse(String(data))).result.result.value);
        } catch {
          reject(new Error(`the inspector answers ${String(data)}`));
        }
      };
    });
  } finally {
    socket.close();
  }
}
