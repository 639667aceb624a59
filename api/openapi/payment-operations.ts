import type { Operation } from './operation.ts';

const gives = ['X-Log-Position'] as const;

/**
 * The operations about payments, by method and route.
 * @param pub the path of the public API
 * @param admin the path of the admin API
 */
export const paymentOperations = (pub: string, admin: string): Readonly<Record<string, Operation>> => ({
  [`POST ${pub}/submissions/:id/payment`]: {
    id: 'completeOwnPayment',
    like: 'completePayment',
    errors: ['not_found', 'payment_mismatch', 'conflict', 'read_model_behind'],
    gives,
  },
  [`POST ${admin}/submissions/:id/payment`]: {
    id: 'completePayment',
    errors: ['not_found', 'erased', 'payment_mismatch', 'conflict', 'read_model_behind'],
    gives,
  },
  [`GET ${admin}/accounts/:id/payment-providers/stripe`]: { id: 'readStripe', errors: ['not_found'] },
  [`PUT ${admin}/accounts/:id/payment-providers/stripe`]: {
    id: 'setStripeSecret',
    errors: ['not_found'],
    gives,
  },
  [`DELETE ${admin}/accounts/:id/payment-providers/stripe`]: {
    id: 'removeStripe',
    errors: ['not_found'],
    gives,
  },
  [`POST ${admin}/accounts/:id/payment-providers/stripe/reencrypt-secret`]: {
    id: 'reencryptStripeSecret',
    errors: ['not_found', 'conflict'],
    gives,
  },
});
