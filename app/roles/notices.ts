import { personNoticePlanner } from '../../dispatcher/notices/person-planner.ts';
import {
  runNoticePlanner,
  runNoticeSender,
  runPersonNoticePlanner,
} from '../../dispatcher/notices/run-notices.ts';
import type { WebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import { defaultRetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { modelId } from '../../projections/projection.ts';
import { liveQueries } from '../../projections/queries/live-queries.ts';
import { digestQueries, recipientDocuments } from '../../projections/read-models/notices/digest-queries.ts';
import { dueNoticeQueries } from '../../projections/read-models/notices/due-notices.ts';
import { submissions } from '../../projections/read-models/submissions/projection.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';
import { reporting } from './reporting.ts';
import { retryDelaysMs } from './retry-delays.ts';

const modelLimitMs = 10_000;

/** The parts that tell members of what happens in their accounts. */
export function noticeParts(service: Service): Readonly<Record<string, Role>> {
  const { commands, config, divergence, overrides, runnerWatch, board, log, progress, store, aliases } =
    service;
  const deps = { ...service, ...commands };
  const id = modelId(recipientDocuments);
  const collections = collectionsOf(store);
  const sending = {
    ...deps,
    publicUrl: service.planning.publicUrl,
    schedule: overrides.retrySchedule ?? { ...defaultRetrySchedule, delaysMs: retryDelaysMs(config) },
    queue: liveQueries(dueNoticeQueries, collections, aliases),
    digests: liveQueries(digestQueries(collections), collections, aliases),
    async upToDate(signal: AbortSignal) {
      const head = await log.head();
      return head === null || (await progress.waitFor([submissions.name], head, modelLimitMs, signal));
    },
    ...runnerWatch.worker('notice-sender', board.reporterOf('notice-sender')),
  };
  return {
    'notice planner': (signal) =>
      runNoticePlanner({ ...deps, ...reporting(service, id, recipientDocuments.name) }, signal),
    'person notice planner': (signal) =>
      runPersonNoticePlanner(
        { ...deps, ...reporting(service, modelId(personNoticePlanner), personNoticePlanner.name) },
        signal,
      ),
    'notice sender': divergence.unlessDiverged(async (signal) => {
      const chat = chatClient(service);
      try {
        await runNoticeSender({ ...sending, chat }, signal);
      } finally {
        await chat.close();
      }
    }),
  };
}

/** A client of webhooks, loaded and opened with the first notice in a chat: few services have one. */
function chatClient({ config }: Pick<Service, 'config'>): Pick<WebhookClient, 'post' | 'close'> {
  const { WEBHOOK_ALLOW_HOSTS: allowHosts, WEBHOOK_TIMEOUT_MS: limitMs } = config;
  let opened: Promise<WebhookClient> | null = null;
  const open = async () =>
    (await import('../../dispatcher/worker/webhook-client.ts')).openWebhookClient({ allowHosts, limitMs });
  return {
    post: async (request) => (await (opened ??= open())).post(request),
    close: async () => (await opened)?.close(),
  };
}
