/** The meaning of a colour. */
export type Tone = 'good' | 'bad' | 'wait' | 'quiet';

const tones: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  published: 'good',
  enabled: 'good',
  live: 'good',
  done: 'good',
  active: 'good',
  completed: 'good',
  complete: 'good',
  ready: 'good',
  exhausted: 'bad',
  disabled: 'bad',
  failed: 'bad',
  parked: 'bad',
  revoked: 'bad',
  stopped: 'bad',
  pending: 'wait',
  running: 'wait',
  building: 'wait',
  retrying: 'wait',
  paused: 'wait',
  failing: 'wait',
};

/** A state in a word. Its colour only repeats the word. */
export const Badge = ({ state, tone }: { readonly state: string; readonly tone?: Tone }) => (
  <span class={`badge ${tone ?? tones[state] ?? 'quiet'}`} safe>
    {state.replaceAll('_', ' ')}
  </span>
);
