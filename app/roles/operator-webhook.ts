import { runOperatorWebhook } from '../../dispatcher/operator-webhook.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';

/** Sends notices to the operator's webhook, if there is one. Its failures do not make the process unready. */
export function operatorWebhookParts(service: Service): Readonly<Record<string, Role>> {
  const { config, board, commands, runnerWatch } = service;
  const { OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET: secret, WEBHOOK_TIMEOUT_MS: limitMs } = config;
  if (url === undefined || secret === undefined) return {};
  const { now } = commands;
  const id = 'operator-webhook@1';
  const reporter = runnerWatch.follower(`projection ${id}`, id, board.reporterOf(id), () => false);
  const sending = { webhook: { url, secret }, product: config.WEBHOOK_HEADER_WORD, now };
  return {
    async 'operator webhook'(signal) {
      // Loaded on demand: few services have this webhook.
      const { openWebhookClient } = await import('../../dispatcher/worker/webhook-client.ts');
      // The operator chose the address, which may well be a private one.
      const client = openWebhookClient({ allowHosts: [new URL(url).hostname], limitMs });
      try {
        await runOperatorWebhook({ ...service, ...sending, ...reporter, client }, signal);
      } finally {
        await client.close();
      }
    },
  };
}
