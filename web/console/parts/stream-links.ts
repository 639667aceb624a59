/** The pages of things, by the prefix of their streams. */
const pages = [
  ['form-', '/console/forms/'],
  ['submission-', '/console/submissions/'],
  ['destination-', '/console/destinations/'],
  ['delivery-', '/console/deliveries/'],
  ['recovery-', '/console/recoveries/'],
  ['account-', '/console/accounts/'],
] as const;

/** The page of the thing that a stream is about; null for streams of the service itself. */
export function pageOfStream(stream: string): string | null {
  const [prefix = '', page = ''] = pages.find(([each]) => stream.startsWith(each)) ?? [];
  return page === '' ? null : page + encodeURIComponent(stream.slice(prefix.length));
}

export const streamUrl = (stream: string): string => `/console/log?stream=${encodeURIComponent(stream)}`;

export const eventUrl = ({
  stream,
  revision,
}: {
  readonly stream: string;
  readonly revision: number;
}): string => `/console/log/${encodeURIComponent(stream)}/${revision}`;
