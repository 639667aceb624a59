import type { Context } from '../../harness/context.ts';
import { alternate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { type Side, startBare, startFiles } from '../service.ts';

const bytes = 128 * 1_024 ** 2;
const rounds = 5;

const sides = (context: Context) =>
  context.shared('files', async (shared) => ({
    service: await startFiles(shared),
    bare: await startBare(shared),
  }));

/** Megabytes a second of some work with a content. */
async function speed(size: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return size / 1_000 / (performance.now() - begun);
}

/** Bytes a second into the service, checked, hashed and synced, against a route that only streams to the same disk. */
export const upload: Row = {
  name: 'upload',
  target: atLeast(0.7),
  async run(context) {
    const { service, bare } = await sides(context);
    const size = context.scaled(bytes);
    const side = (one: Side) => () => speed(size, () => one.send(size));
    const { value, baseline } = await alternate({ value: side(service), baseline: side(bare) }, rounds);
    return measured(value, baseline, 'MB/s');
  },
};

/** Bytes a second out of the service, against a route that only streams from the same disk. */
export const download: Row = {
  name: 'download',
  target: atLeast(0.7),
  async run(context) {
    const { service, bare } = await sides(context);
    const size = context.scaled(bytes);
    const [own, other] = [await service.send(size), await bare.send(size)];
    const { value, baseline } = await alternate(
      {
        value: () => speed(size, () => service.receive(own)),
        baseline: () => speed(size, () => bare.receive(other)),
      },
      rounds,
    );
    return measured(value, baseline, 'MB/s');
  },
};
