import type { Demo } from './demo.ts';

/** The addresses of a service and its pages; without the role `web`, there are no pages. */
export interface Addresses {
  readonly url: string;
  readonly pages: {
    readonly form: string;
    /** Signs in as the owner of the demo account, once; as the operator if the account has no such member. */
    readonly console: string;
    /** Signs in as the operator of this machine, once. */
    readonly operator: string;
  } | null;
}

/** The greeting: the address of the service, commands to paste, and at its end the pages to open. */
export function greeting({ url, pages }: Addresses, dataDir: string, demo: Demo): string {
  // The shell expands variables only between double quotes.
  const authorization = demo.key ? `'Authorization: Bearer ${demo.key}'` : '"Authorization: Bearer $KEY"';
  const body = JSON.stringify({ form_id: demo.form_id, answers: { name: 'Ada', drink: 'tea', rating: 5 } });
  return [
    `Formlog runs on ${url}, its data in ${dataDir}.`,
    '',
    ...(demo.key === null
      ? [
          'The demo key was shown at the first start. To create another key:',
          '',
          '  npx formlog keys create',
          '',
        ]
      : ['Your API key, shown only once:', '', `  ${demo.key}`, '']),
    'Submit to the demo form, and read it back:',
    '',
    `  curl -X POST ${url}/api/public/v1/submissions -H ${authorization} \\`,
    `    -H 'Content-Type: application/json' -w '\\n' -d '${body}'`,
    `  curl '${url}/api/public/v1/submissions' -H ${authorization}`,
    '',
    'See webhooks arrive, in another terminal:   npx formlog listen',
    'Create a form from a spreadsheet:           npx formlog import FILE.csv',
    `Browse the API:                             ${url}/docs`,
    'Stop with Ctrl-C.',
    '',
    ...(pages
      ? [
          'Fill in the demo form:',
          '',
          `  ${pages.form}`,
          '',
          ...(demo.owner_id === null
            ? []
            : ['Open the console as the owner of the demo account:', '', `  ${pages.console}`, '']),
          'Open the console as the operator, who sees every account and the state of the service:',
          '',
          `  ${pages.operator}`,
          '',
          'Each of these two links works once, within the hour; npx formlog console prints another for the operator.',
          '',
        ]
      : []),
  ].join('\n');
}
