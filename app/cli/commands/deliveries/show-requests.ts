import type { Static } from 'typebox';
import * as contract from '../../../../api/contract/webhooks/sent-requests.ts';
import { response } from '../../client/response-schema.ts';
import type { Output } from '../../terminal/output.ts';

export const SentRequests = response(contract.SentRequests, 'body', 'missing', 'requests');

const reasons: Readonly<Record<string, string>> = {
  source_erased: 'The body is gone: its submission was erased.',
  requires_submissions_read: 'The body is withheld: the key lacks the scope submissions:read.',
  requests_not_recorded: 'Some attempts were made before addresses and headers were recorded.',
};

const verdicts = new Map<boolean | null, string>([
  [true, 'signature verified'],
  [false, 'SIGNATURE INVALID'],
  [null, 'signature not verifiable'],
]);

/** Prints the requests of a delivery in the format of HTTP. */
export function showRequests(output: Output, sent: Static<typeof SentRequests>): void {
  output.record(sent);
  if (output.json) return;
  for (const reason of sent.missing) output.note(reasons[reason] ?? reason);
  if (sent.requests.length === 0) output.print('No attempt has been made yet.');
  for (const { attempt, started_at, method, url, headers, signature_fits } of sent.requests) {
    output.print(`# attempt ${attempt}, ${started_at}: ${verdicts.get(signature_fits) ?? ''}`);
    if (url === null) continue;
    output.print(`${method} ${url}`);
    for (const [name, value] of Object.entries(headers ?? {})) output.print(`${name}: ${value}`);
    output.print('');
  }
  if (sent.body !== null) output.print(sent.body);
}
