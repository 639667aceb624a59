import { runOperatorWebhook } from '../../dispatcher/operator-webhook.ts';
import { openWebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';

/** Sends notices to the operator's webhook, if there is one. Its failures do not make the process unready. */
export function operatorWebhookParts(service: Service): Readonly<Record<string, Role>> {
  const { config, supervisor, board, commands, runnerWatch } = service;
  const { OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET: secret, WEBHOOK_TIMEOUT_MS: limitMs } = config;
  if (url === undefined || secret === undefined) return {};
  // The operator chose the address, which may well be a private one.
  const client = openWebhookClient({ allowHosts: [new URL(url).hostname], limitMs });
  supervisor.onStop('operator webhook', () => client.close());
  const { now } = commands;
  const sending = { webhook: { url, secret }, client, product: config.WEBHOOK_HEADER_WORD, now };
  const id = 'operator-webhook@1';
  const reporter = runnerWatch.follower(`projection ${id}`, id, board.reporterOf(id), () => false);
  const deps = { ...service, ...sending, ...reporter };
  return { 'operator webhook': (signal) => runOperatorWebhook(deps, signal) };
}
