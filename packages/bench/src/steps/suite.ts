import { atMost, measured, type Row, type Suite } from '../harness/suite.ts';
import { type Cost, costOf } from './cost.ts';
import { atRest } from './idle.ts';
import { starts } from './start.ts';

/** How often something happens for one submission with one delivered webhook. */
const step = (name: keyof Cost, bound: number): Row => ({
  name,
  target: atMost(bound),
  async run(context) {
    const { [name]: value } = await costOf(context, 'here');
    return { value, baseline: 1, ratio: value, unit: `${name} for one` };
  },
});

/** The bytes of log that one submission with one delivered webhook adds. */
const bytes: Row = {
  name: 'bytes',
  target: atMost(0.65),
  async run(context) {
    if (context.against === null) throw new Error('name another checkout with --against');
    const there = await costOf(context, 'there');
    return measured((await costOf(context, 'here')).bytes, there.bytes, 'bytes');
  },
};

const idleCommands: Row = {
  name: 'idle-commands',
  target: atMost(2),
  async run(context) {
    const { commands, seconds } = await atRest(context);
    return measured(commands, seconds, 'commands, seconds');
  },
};

const idleCpu: Row = {
  name: 'idle-cpu',
  target: atMost(1),
  async run(context) {
    const { cpuMs, seconds } = await atRest(context);
    return measured(cpuMs, seconds * 10, 'ms CPU, 1 % of the time');
  },
};

const idleMemory: Row = {
  name: 'idle-memory',
  target: atMost(180),
  async run(context) {
    const { megabytes } = await atRest(context);
    return measured(megabytes, 1, 'MB');
  },
};

const start = (name: string, of: 'ms' | 'cpuMs', unit: string): Row => ({
  name,
  target: atMost(0.6),
  async run(context) {
    const { here, there } = await starts(context);
    return measured(here[of], there[of], unit);
  },
});

/**
 * The number of things that happen: for one submission of an account with a monthly limit that one destination takes at
 * once, at rest, and at a start.
 */
export const steps: Suite = {
  name: 'steps',
  rows: [
    step('events', 2.05),
    step('commands', 12),
    step('writes', 4),
    step('messages', 2.05),
    step('syncs', 4),
    bytes,
    idleCommands,
    idleCpu,
    idleMemory,
    start('start', 'ms', 'ms'),
    start('start-cpu', 'cpuMs', 'ms CPU'),
  ],
};
