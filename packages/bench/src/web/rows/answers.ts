import Type from 'typebox';
import { Value } from 'typebox/value';
import { median } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { startCounted } from '../counted-service.ts';
import { signIn } from './delivery-list.ts';

/** The first byte of the page comes within so many ms, however many submissions are counted. */
const limitMs = 150;

/**
 * The time to the first byte of the page of answers, while nothing is counted yet, against the limit. The whole count and the
 * longest turn that it takes are logged.
 */
export const answers: Row = {
  name: 'answers',
  target: atMost(1),
  async run(context) {
    const { url, operatorToken, formId, longestMs } = await startCounted(context);
    const cookie = await signIn(url, operatorToken);
    const authorized = { authorization: `Bearer ${operatorToken}` };
    const path = `/api/admin/v1/forms/${formId}/answers`;
    await longestMs();
    const begun = performance.now();
    for (let since = ''; ;) {
      const answer = await fetch(`${url}${path}${since}`, { headers: authorized });
      const counted = Value.Parse(
        Type.Object({ counted_since: Type.Optional(Type.String()) }),
        await answer.json(),
      );
      if (answer.status === 200) break;
      since = `?counted_since=${counted.counted_since ?? ''}`;
    }
    const wholeMs = performance.now() - begun;
    context.log(
      `  the whole count: ${wholeMs.toFixed(0)} ms, its longest turn ${(await longestMs()).toFixed(1)} ms`,
    );
    const times: number[] = [];
    // Another period each time, of which nothing is counted.
    for (const day of ['01', '02', '03', '04', '05']) {
      const asked = performance.now();
      const answer = await fetch(`${url}/console/forms/${formId}/answers?from=2020-01-${day}`, {
        headers: cookie,
      });
      times.push(performance.now() - asked);
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
      await answer.text();
    }
    context.log(`  longest turn while five pages wait: ${(await longestMs()).toFixed(1)} ms`);
    return measured(median(times), limitMs, 'ms');
  },
};
