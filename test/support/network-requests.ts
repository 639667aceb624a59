import { partsOf, type SentRequest, type TestResponse } from './injected-requests.ts';

/** Makes requests over the network, as `injectInto` does without. @param address of the service, at this moment */
export const requestsTo = (address: () => string) => ({
  async inject({ method, url, headers, payload }: Readonly<SentRequest>): Promise<TestResponse> {
    const answer = await fetch(address() + url, {
      method,
      headers,
      redirect: 'manual',
      ...(payload !== undefined && { body: payload }),
    });
    const text = await answer.text();
    const cookies = answer.headers.getSetCookie().map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return { name, value: decodeURIComponent(value) };
    });
    const header = (name: string) => answer.headers.get(name) ?? undefined;
    return { status: answer.status, text, header, ...partsOf(text), cookies };
  },
});
