import { alternate, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { startCheckout } from '../../hooks/checkout.ts';
import { postWide } from '../posting.ts';
import { formOf } from '../wide-form.ts';

const posts = 4_000;
const connections = 64;
const rounds = 3;

/** Submissions of 100 answers over 64 connections, against those of 10 to another form of the same service. */
export const post: Row = {
  name: 'post',
  target: atLeast(0.6),
  async run(context) {
    const checkout = await startCheckout(context);
    const count = context.scaled(posts);
    const posting = async (questions: number) => {
      const [sender] = await checkout.open(1, null, formOf(questions));
      if (!sender) throw new Error('no account was opened');
      return (round: number) => {
        const first = round * count;
        return rate(count, () =>
          postWide({ url: checkout.url(), sender, questions, count, connections, first }),
        );
      };
    };
    const { value, baseline } = await alternate(
      { value: await posting(100), baseline: await posting(10) },
      rounds,
    );
    return measured(value, baseline, 'submissions/s');
  },
};
