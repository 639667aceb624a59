import { type FakeAnswer, type FakeRequest, startFakeService } from './fake-service.ts';
import { runCli } from './run-cli.ts';

/** Runs a command against a service that gives one answer. */
export async function against(answer: FakeAnswer, ...args: string[]) {
  const service = await startFakeService(() => answer);
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 'operator', FORMLOG_ACCOUNT: 'a 1' };
  const plain = await runCli(args, env);
  const json = await runCli([...args, '--json'], env);
  await service.close();
  const [asked] = service.requests;
  return { plain, json, asked: `${asked?.method ?? ''} ${asked?.path ?? ''}`, body: asked?.body };
}

/** Runs a command against a service that answers each request like this. */
export async function runAgainst(
  args: readonly string[],
  answer: (request: FakeRequest, index: number) => FakeAnswer,
) {
  const service = await startFakeService(answer);
  const env = {
    FORMLOG_SERVICE: service.url,
    FORMLOG_TOKEN: 't',
    FORMLOG_ACCOUNT: 'a',
    FORMLOG_SECRET: 'mine',
  };
  const result = await runCli(args, env);
  await service.close();
  return { ...result, asked: service.requests.map(({ method, path, body }) => [`${method} ${path}`, body]) };
}
