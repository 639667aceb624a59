import type { FastifyRequest } from 'fastify';
import { visitorIn } from '../session/visitor.ts';
import { accountUrl } from './accounts.tsx';

type Crumbs = readonly (readonly [title: string, href: string])[];

/** The pages above the page of an account: operators come from the list of accounts. */
export const aboveAccount = (request: FastifyRequest): Crumbs =>
  visitorIn(request).accountId === null ? [['Accounts', '/console/accounts']] : [];

/** The pages above a page about a part of an account. @param name that of the account; its id where the name is not at hand */
export const accountCrumbs = (request: FastifyRequest, accountId: string, name: string): Crumbs =>
  visitorIn(request).accountId === null
    ? [...aboveAccount(request), [name, accountUrl(accountId)]]
    : [['Account', accountUrl(accountId)]];
