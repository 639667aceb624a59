import { hostileQuery, hostileSending } from './requests.ts';
import type { HostileRow } from './row.ts';
import type { WatchedService } from './service.ts';

/** Returns the token of a form's page. */
type TokenOf = (service: WatchedService, formId: string) => Promise<string>;

/** The routes that save forms before they are sent, and correct them later. @param keys the keys of the form's fields */
export function savingRows(keys: readonly string[], tokenOf: TokenOf): HostileRow[] {
  const sendings = ['save', 'start-again', 'continue', 'correct'].map((action): HostileRow => ({
    name: `${action}-form`,
    routes: [`POST /f/:form/${action}`],
    async prepare(service, formId) {
      const token = await tokenOf(service, formId);
      return async (genes) => hostileSending(genes, `/f/${formId}/${action}`, keys, token);
    },
  }));
  const pages = ['continue', 'correct', 'corrected'].map((page): HostileRow => ({
    name: `${page}-page`,
    routes: [`GET /f/:form/${page}`],
    prepare: (_, formId) => async (genes) => hostileQuery(genes, `/f/${formId}/${page}`, ['link']),
  }));
  const returned: HostileRow = {
    name: 'returned-page',
    routes: ['GET /f/:form/returned/:page'],
    prepare: (_, formId) => async (genes) =>
      hostileQuery(genes, `/f/${formId}/returned/${'x'.repeat(32)}`, ['link']),
  };
  return [...sendings, ...pages, returned];
}
