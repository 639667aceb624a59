import { paymentRefusals } from '../../../api/errors/payment-refusals.ts';
import { moneyText } from '../../../domain/submission/currencies.ts';
import type { RefusedPayment } from '../../../domain/submission/events.ts';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';

/** The confirmations that did not pay a submission; nothing if there is none. */
export const RefusedPayments = ({ refusals }: { readonly refusals: readonly RefusedPayment[] }) =>
  refusals.length === 0 ? (
    <></>
  ) : (
    <>
      <h2>Refused payments</h2>
      <Table
        caption="Payments that do not match this submission"
        items={refusals}
        empty={<Empty title="No payment was refused." />}
        columns={[
          { title: 'Payment', cell: ({ payment }) => <code safe>{payment.id}</code> },
          { title: 'Provider', cell: ({ payment }) => <span safe>{payment.provider}</span> },
          { title: 'Paid', cell: ({ payment }) => <span safe>{amountOf(payment)}</span> },
          {
            title: 'Expected',
            cell: ({ expected }) => <span safe>{amountOf(expected)}</span>,
          },
          { title: 'Reason', cell: ({ reason }) => <span safe>{paymentRefusals[reason]}</span> },
          { title: 'When', cell: ({ at }) => <Time at={at} /> },
        ]}
      />
    </>
  );

type Paid = Pick<RefusedPayment['payment'], 'amount' | 'currency'>;

const amountOf = (paid: Paid | null): string => (paid === null ? '–' : moneyText(paid.amount, paid.currency));
