import Type from 'typebox';
import { Value } from 'typebox/value';
import { startReceiver } from '../dispatcher/receiver.ts';
import { openRandom } from '../simulation/random.ts';

const Told = Type.Object({
  event: Type.String(),
  submission_id: Type.Optional(Type.String()),
  form_id: Type.Optional(Type.String()),
  published_at: Type.Optional(Type.String()),
});

/** A receiver that fails sometimes, and remembers what it answered with success. */
export async function startFailingReceiver(seed: number, share: number) {
  const random = openRandom(seed);
  const statuses: number[] = [];
  const receiver = await startReceiver(() => {
    const status = random.chance(share) ? random.pick([500, 503, 429]) : 204;
    statuses.push(status);
    return status;
  });
  return {
    url: receiver.url,
    close: receiver.close,
    /** What it took, by delivery. */
    taken: () =>
      receiver.received.flatMap(({ headers, body }, index) => {
        if (statuses[index] !== 204) return [];
        const {
          event,
          submission_id: submission,
          form_id: form,
          published_at: at,
        } = Value.Parse(Told, JSON.parse(body));
        const deliveryId = String(headers['x-service-delivery']);
        return [{ deliveryId, event, about: `${event} of ${submission ?? `${form} at ${at}`}` }];
      }),
  };
}
