import type { Static } from 'typebox';
import type { SentRequests } from '../answers.ts';
import type { Output } from '../output.ts';

const reasons: Readonly<Record<string, string>> = {
  source_erased: 'The body cannot be shown: what it told of has been erased.',
  requests_not_recorded: 'Some attempts are from before addresses and headers were recorded.',
};

const verdicts = new Map<boolean | null, string>([
  [true, 'the signature is one of this body'],
  [false, 'THE SIGNATURE IS NOT ONE OF THIS BODY'],
  [null, 'whether the signature is one of this body cannot be told'],
]);

/** Prints what a delivery sent, as HTTP has it. */
export function showRequests(output: Output, sent: Static<typeof SentRequests>): void {
  output.record(sent);
  if (output.json) return;
  for (const reason of sent.missing) output.note(reasons[reason] ?? reason);
  if (sent.requests.length === 0) output.say('No attempt has been made yet.');
  for (const { attempt, started_at, method, url, headers, signature_fits } of sent.requests) {
    output.say(`# attempt ${attempt}, ${started_at}: ${verdicts.get(signature_fits) ?? ''}`);
    if (url === null) continue;
    output.say(`${method} ${url}`);
    for (const [name, value] of Object.entries(headers ?? {})) output.say(`${name}: ${value}`);
    output.say('');
  }
  if (sent.body !== null) output.say(sent.body);
}
