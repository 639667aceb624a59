import type { SentRequest, SentRequests } from '../../../dispatcher/worker/sent-requests.ts';
import { Badge } from '../../parts/badge.tsx';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request as a command to paste into a terminal. */
export const curlCommand = (url: string, headers: Readonly<Record<string, string>>, body: string): string =>
  [
    `curl -i -X POST ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`),
    `  --data-raw ${quote(body)}`,
  ].join(' \\\n');

const Signature = ({ isSigned }: { readonly isSigned: boolean | null }) =>
  isSigned === null ? (
    <Badge state="signature not checked" />
  ) : isSigned ? (
    <Badge state="signature matches the body" tone="good" />
  ) : (
    <Badge state="signature of another body" tone="bad" />
  );

/** JSON with line breaks; any other text as it is. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface HeadProps {
  readonly request: SentRequest;
  readonly isSigned: boolean | null;
  readonly body: string;
}

const Head = ({ request: { url, headers }, isSigned, body }: HeadProps) => (
  <>
    <p class="buttons">
      <code safe>{`POST ${url}`}</code>
      <button type="button" class="copy" data-copy={curlCommand(url, headers, body)}>
        Copy as curl
      </button>
      <Signature isSigned={isSigned} />
    </p>
    <details>
      <summary>Headers</summary>
      <pre safe>
        {Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </pre>
    </details>
  </>
);

/** The request of the last attempt, as it was sent. */
export function LastRequest({ sent }: { readonly sent: SentRequests }): JSX.Element {
  const last = sent.attempts.findLast(({ request }) => request !== null);
  const body = sent.body?.toString('utf8') ?? null;
  if (body === null) return <p class="quiet">The event was erased, and the body of the request with it.</p>;
  return (
    <>
      {last?.request ? <Head request={last.request} isSigned={last.signed} body={body} /> : <></>}
      <pre safe>{formatJson(body)}</pre>
    </>
  );
}

/** In place of a request, for a visitor who may not read answers. */
export const HiddenRequest = () => (
  <p class="quiet">
    The request and the responses may have answers. Your API key lacks the scope <code>submissions:read</code>
    .
  </p>
);
