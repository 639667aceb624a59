import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readServiceFile } from '../../app/data-dir/service-file.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, type Running } from '../support/formlog.ts';

export const operatorToken = 'an-operator-amid-chaos';

/** The plans of the accounts; `few` and `two` have limits that the load runs into. */
export const plans = {
  open: { api: true, published_forms: null, submissions_per_month: null },
  few: { api: true, published_forms: null, submissions_per_month: 40 },
  two: { api: true, published_forms: 2, submissions_per_month: null },
};
const rate = { requests: 1_000_000, window_s: 60 };

/** How often a delivery is attempted before it is exhausted. */
export const attemptLimit = 5;
/** Half a second: what fails is tried again soon. */
const retryMinutes = Array(attemptLimit - 1).fill('0.008');

/** One process of the service, with all roles. */
export interface ServiceProcess {
  readonly name: string;
  url(): string;
  /** SIGKILL, and the start of a new process at the same port, which `started` waits for. */
  restart(): Promise<void>;
  started(): Promise<void>;
  /** SIGSTOP and SIGCONT. */
  pause(): void;
  resume(): void;
  /** How it ended where no fault ended it. */
  crashes(): readonly string[];
  /** What it has logged since the beginning. */
  lines(): string;
  kill(): Promise<void>;
}

/** @param settings where the stores are */
export async function startProcesses(
  dir: string,
  count: number,
  settings: Readonly<Record<string, string>>,
): Promise<readonly ServiceProcess[]> {
  const plansFile = join(dir, 'plans.json');
  const withRates = Object.entries(plans).map(([name, plan]) => [name, { ...plan, rate }]);
  writeFileSync(plansFile, JSON.stringify(Object.fromEntries(withRates)));
  const shared = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKENS: `operator:${operatorToken}`,
    PLANS_FILE: plansFile,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'warn',
    WEBHOOK_RETRY_MINUTES: retryMinutes.join(','),
    WEBHOOK_TIMEOUT_MS: '1000',
    ...settings,
  };
  const names = Array.from({ length: count }, (_, n) => `process-${n + 1}`);
  return Promise.all(names.map((name) => startProcess(name, join(dir, name), shared)));
}

const startLimitMs = 120_000;

async function startProcess(
  name: string,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  let running: Running | null = null;
  let port = '0';
  let earlier = '';
  const crashes: string[] = [];

  function watch({ process }: Running): void {
    process.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL')
        crashes.push(`${name} ended with ${code === null ? signal : `exit code ${code}`}`);
    });
  }

  async function start(): Promise<void> {
    for (;;) {
      const started = formlog(dataDir, ['serve'], { ...settings, PORT: port });
      running = started;
      const found = await eventually(
        `${name} has started`,
        () => {
          if (started.process.exitCode !== null || started.process.signalCode !== null) return 'ended';
          const file = readServiceFile(dataDir);
          if (file?.pid !== started.process.pid) throw new Error(`its log: ${started.stderr()}`);
          return file;
        },
        startLimitMs,
      );
      // Amid faults a start may fail: what runs the service starts it again.
      if (found === 'ended') {
        earlier += started.stderr() + started.lines.join('');
        continue;
      }
      port = new URL(found.url).port;
      watch(started);
      return;
    }
  }
  let starting = start();
  await starting;
  return {
    name,
    started: () => starting,
    crashes: () => crashes,
    url: () => `http://127.0.0.1:${port}`,
    pause: () => void running?.process.kill('SIGSTOP'),
    resume: () => void running?.process.kill('SIGCONT'),
    lines: () => earlier + (running?.lines.join('') ?? '') + (running?.stderr() ?? ''),
    async restart() {
      await starting;
      await running?.kill('SIGKILL');
      earlier += running?.lines.join('') ?? '';
      starting = start();
      // Who waits for it hears of the failure.
      starting.catch(() => undefined);
    },
    async kill() {
      await starting.catch(() => undefined);
      await running?.kill('SIGKILL');
    },
  };
}
