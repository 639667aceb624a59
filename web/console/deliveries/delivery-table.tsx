import type { FastifyRequest } from 'fastify';
import type { Held } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { DeliverySummary } from '../../../projections/read-models/deliveries/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { kindLabels, reasonOf } from '../parts/delivery-words.ts';
import { SendAgain } from '../parts/send-again.tsx';
import { DestinationLink, FormLink, type ThingNames } from '../parts/thing-links.tsx';

const Status = ({ delivery, held }: { readonly delivery: DeliverySummary; readonly held: Held }) => {
  const reason = reasonOf(delivery, held(delivery));
  return (
    <>
      <Badge state={delivery.status} />
      {reason !== null && (
        <small class="reason" safe>
          {reason}
        </small>
      )}
    </>
  );
};

const Subject = ({ delivery, names }: { readonly delivery: DeliverySummary; readonly names: ThingNames }) => {
  const { form_id: form, submission_id: submission, kind } = delivery;
  return (
    <>
      {form === null ? <span class="quiet">–</span> : <FormLink id={form} names={names} />}
      <small class="reason">
        {submission === null ? (
          <span safe>{kindLabels[kind]}</span>
        ) : (
          <a href={`/console/submissions/${submission}`} safe>
            {kindLabels[kind]}
          </a>
        )}
      </small>
    </>
  );
};

const NextAttempt = ({ delivery, held }: { readonly delivery: DeliverySummary; readonly held: Held }) =>
  held(delivery) === null ? <Time at={delivery.next_attempt_at} /> : <span class="quiet">held back</span>;

/** The destination and, in a list of all accounts, the account that it belongs to. */
const Receiver = ({ delivery, names, accounts }: Pick<TableProps, 'names' | 'accounts'> & Row) => {
  const { destination_id: id, account_id: account } = delivery;
  return (
    <>
      <DestinationLink id={id} names={names} />
      {accounts !== null && (
        <small class="reason">
          <a href={`/console/accounts/${account}`} safe>
            {accounts.get(account) ?? account}
          </a>
        </small>
      )}
    </>
  );
};

interface Row {
  readonly delivery: DeliverySummary;
}

interface TableProps {
  readonly request: FastifyRequest;
  readonly items: readonly DeliverySummary[];
  readonly held: Held;
  readonly names: ThingNames;
  /** The names of the accounts by id; null for a list of one account. */
  readonly accounts: ReadonlyMap<string, string> | null;
  readonly empty: JSX.Element;
}

/** A page of the delivery log: the names first, ids last. */
export const DeliveryTable = ({ request, items, held, names, accounts, empty }: TableProps) => {
  const columns: readonly Column<DeliverySummary>[] = [
    { title: 'Event time', cell: ({ created_at: at }) => <Time at={at} /> },
    { title: 'Status', cell: (delivery) => <Status delivery={delivery} held={held} /> },
    {
      title: 'Destination',
      cell: (delivery) => <Receiver delivery={delivery} names={names} accounts={accounts} />,
    },
    { title: 'About', cell: (delivery) => <Subject delivery={delivery} names={names} /> },
    { title: 'Next attempt', cell: (delivery) => <NextAttempt delivery={delivery} held={held} /> },
    { title: '', cell: (delivery) => <SendAgain request={request} delivery={delivery} /> },
    { title: 'Id', cell: ({ id }) => <Id id={id} href={`/console/deliveries/${id}`} short /> },
  ];
  return <Table cards caption="Deliveries, newest first" items={items} empty={empty} columns={columns} />;
};
