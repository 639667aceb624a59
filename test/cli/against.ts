import { startFakeService, type FakeAnswer } from './fake-service.ts';
import { runCli } from './run-cli.ts';

/** Runs a command against a service that gives one answer. */
export async function against(answer: FakeAnswer, ...args: string[]) {
  const service = await startFakeService(() => answer);
  const env = { FORMLOG_URL: service.url, FORMLOG_TOKEN: 'operator', FORMLOG_ACCOUNT: 'a 1' };
  const plain = await runCli(args, env);
  const json = await runCli([...args, '--json'], env);
  await service.close();
  const [asked] = service.requests;
  return { plain, json, asked: `${asked?.method ?? ''} ${asked?.path ?? ''}`, body: asked?.body };
}
