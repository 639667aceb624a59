import type { Static } from 'typebox';
import { contextFor, readableBy } from '../../../api/auth/owners.ts';
import type { FormCompletion } from '../../../api/contract/forms/completion.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { completionRecord } from '../../../api/responses/completion.ts';
import { Bars } from '../../parts/bars.tsx';
import { Empty } from '../../parts/empty.tsx';
import { type Column, Facts, Table } from '../../parts/table.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { ofAccount, show } from '../shell.tsx';

/** The people who stopped after one question. */
interface Stopped {
  readonly question: string;
  readonly open: number;
  readonly expired: number;
}

type Completion = Static<typeof FormCompletion>;

/** Where people stopped, in the order of the form. */
const placesOf = ({ without_answers, stopped_after }: Completion): Stopped[] => [
  { question: 'Before the first answer', ...without_answers },
  ...stopped_after.map(({ label = 'A question that was removed', open, expired }) => ({
    question: label,
    open,
    expired,
  })),
];

const percent = ({ begun, completed }: Completion): string =>
  begun === 0 ? '–' : `${Math.round((completed / begun) * 100)} %`;

const columns: readonly Column<Stopped>[] = [
  { title: 'Last answer', cell: ({ question }) => <span safe>{question}</span> },
  { title: 'May still go on', cell: ({ open }) => <span>{open}</span> },
  { title: 'Did not finish in time', cell: ({ expired }) => <span>{expired}</span> },
];

/** The share of begun submissions that are completed, and where people stop. */
export function completionPage(app: Routes, deps: Pick<WebDeps, 'aggregates' | 'queries'>): void {
  const { aggregates, queries } = deps;

  app.get(
    '/console/forms/:id/completion',
    { config: { scope: 'submissions:read' }, schema: { params: ById } },
    async (request, reply) => {
      const { id } = request.params;
      const { accountId } = await contextFor(request, aggregates, 'form', id);
      const form = await queries.forms.get(readableBy(request), id);
      if (!form) throw new ApiError('not_found', { message: `There is no form ${id}.` });
      const counted = await queries.completions.completion(accountId, id);
      const record = completionRecord(id, form.fields, counted);
      const places = placesOf(record);
      const bars = places.map(({ question, open, expired }) => ({ label: question, value: open + expired }));
      const { begun, completed, open, expired } = record;
      return show(
        reply,
        {
          title: 'Completion',
          account: accountId,
          crumbs: [
            ['Forms', ofAccount('/console/forms', accountId)],
            [form.title, `/console/forms/${id}`],
          ],
        },
        <>
          <p class="lead">
            Answers that were saved before they were sent. Answers that were sent at once do not count here.
          </p>
          <Facts
            facts={[
              ['Begun', <span>{begun}</span>],
              ['Completed', <span safe>{`${completed} (${percent(record)})`}</span>],
              ['May still go on', <span>{open}</span>],
              ['Did not finish in time', <span>{expired}</span>],
              ['Where people stopped', <Bars bars={bars} title="People by their last answer" />],
            ]}
          />
          <Table
            caption="Where people stopped"
            items={open + expired === 0 ? [] : places}
            columns={columns}
            empty={<Empty title="No begun answers are unfinished." />}
          />
        </>,
      );
    },
  );
}
