import { at, submission } from '../examples.ts';
import { recorded } from '../history/history.ts';

const generation = {
  id: 'submissions@1',
  version: 1,
  state: 'live',
  position: '4711',
  progress: 1,
  rate: 0,
  error: null,
  processes: [{ process: 'forms-1:4242', state: 'live' }],
  parked: 1,
  made_at: at,
};

export const projection = {
  name: 'submissions',
  kind: 'read model',
  of: 'submissions',
  version: 1,
  generation: 'submissions@1',
  state: 'live',
  position: '4711',
  lag_events: 0,
  lag_seconds: 0,
  rate: 0,
  error: null,
  doing: null,
  generations: [generation],
  report: null,
  parked: 1,
};

const built = {
  ...generation,
  id: 'submissions@1.g2',
  state: 'building',
  position: '1200',
  progress: 0.25,
};

export const rebuilding = { ...projection, generations: [generation, { ...built, rate: 21_000 }] };

export const skip = { event_id: recorded.id, reason: 'Written by a release that was withdrawn.' };

export const asStored = { ...submission, account_id: 'acme' };
