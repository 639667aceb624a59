import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { StripeSecret } from '../../../api/contract/submissions/payment-providers.ts';
import { ById } from '../../../api/contract/values.ts';
import { valueOf } from '../../../api/errors/errors.ts';
import { addressOf } from '../../../api/requests/requests.ts';
import { stripeUrl } from '../../../api/requests/stripe-url.ts';
import {
  configurePaymentProvider,
  removePaymentProvider,
} from '../../../commands/payment/configure-payment-provider.ts';
import type { PaymentProviderState } from '../../../domain/payment-provider/decider.ts';
import type { UnmatchedReason } from '../../../domain/payment-provider/events.ts';
import { Empty } from '../../parts/empty.tsx';
import { CopyButton } from '../../parts/id.tsx';
import { Facts, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { FormToken } from '../shell.tsx';
import { accountUrl } from './accounts.tsx';

const reasons: Readonly<Record<UnmatchedReason, string>> = {
  unknown_submission: 'The account has no such submission.',
  erased: 'The submission was erased.',
  unreadable_payment: 'The payment of the event cannot be read.',
};

/** With the session's token, which every form of the console has. */
const NewSecret = Type.Object(StripeSecret.properties);

interface StripeProps {
  readonly deps: Pick<WebDeps, 'publicUrl'>;
  readonly request: FastifyRequest;
  readonly accountId: string;
  readonly state: PaymentProviderState;
}

/** How an account receives Stripe's events, and the events that belong to no submission. */
export const Stripe = ({ deps, request, accountId, state: { configured, unmatched } }: StripeProps) => {
  const url = stripeUrl(addressOf(deps, request), accountId);
  return (
    <>
      <h2>Payments by Stripe</h2>
      <Facts
        facts={[
          [
            'Address for events',
            <>
              <code safe>{url}</code> <CopyButton text={url} label="Copy the address" />
            </>,
          ],
          ['Secret set', <Time at={configured?.at ?? null} />],
        ]}
      />
      {unmatched.length > 0 && <Unmatched unmatched={unmatched} />}
      {visitorIn(request).hasScope('payments:write') && (
        <>
          <form method="post" action={`${accountUrl(accountId)}/stripe`} class="filters">
            <FormToken request={request} />
            <label>
              Signing secret
              <input
                name="signing_secret"
                type="password"
                autocomplete="off"
                required
                pattern="whsec_[!-~]{16,200}"
                placeholder="whsec_…"
              />
            </label>
            <button type="submit">{configured ? 'Replace the secret' : 'Set the secret'}</button>
          </form>
          {configured !== null && (
            <PostButton
              request={request}
              action={`${accountUrl(accountId)}/stripe/remove`}
              label="Remove the secret"
              class="danger"
              needsConfirmation
            />
          )}
        </>
      )}
    </>
  );
};

const Unmatched = ({ unmatched }: Pick<PaymentProviderState, 'unmatched'>) => (
  <Table
    caption="Events that belong to no submission, newest first"
    items={unmatched.toReversed()}
    empty={<Empty title="Every event belongs to a submission." />}
    columns={[
      { title: 'Event', cell: ({ eventId }) => <code safe>{eventId}</code> },
      { title: 'Type', cell: ({ eventType }) => <span safe>{eventType}</span> },
      { title: 'Payment', cell: ({ paymentId }) => <code safe>{paymentId ?? '–'}</code> },
      { title: 'Submission', cell: ({ submissionId }) => <code safe>{submissionId ?? '–'}</code> },
      { title: 'Reason', cell: ({ reason }) => <span safe>{reasons[reason]}</span> },
      { title: 'Received', cell: ({ at }) => <Time at={at} /> },
    ]}
  />
);

/** Sets and removes the secret of Stripe. */
export function stripePages(app: Routes, deps: Pick<WebDeps, 'aggregates' | 'now' | 'secrets'>): void {
  const config = { scope: 'payments:write' } as const;

  app.post(
    '/console/accounts/:id/stripe',
    { config, schema: { params: ById, body: NewSecret } },
    async (request, reply) => {
      const { id } = request.params;
      const context = await contextFor(request, deps.aggregates, 'account', id);
      const wanted = { provider: 'stripe', signingSecret: request.body.signing_secret } as const;
      const { position } = valueOf(await configurePaymentProvider(deps, wanted, context));
      return redirectAfterWrite(
        reply,
        { position },
        { to: accountUrl(id), note: 'The secret of Stripe is set.' },
      );
    },
  );

  app.post(
    '/console/accounts/:id/stripe/remove',
    { config, schema: { params: ById } },
    async (request, reply) => {
      const { id } = request.params;
      const context = await contextFor(request, deps.aggregates, 'account', id);
      const removed = valueOf(await removePaymentProvider(deps, 'stripe', context));
      return redirectAfterWrite(reply, removed, {
        to: accountUrl(id),
        note: 'The secret of Stripe is removed.',
      });
    },
  );
}
