import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { noticeParts } from '../../../app/roles/notices.ts';
import { projectorParts } from '../../../app/roles/projector.ts';
import { openService } from '../../../app/service/open-service.ts';
import type { Role as Part } from '../../../app/supervisor.ts';
import { chooseNotices, type NoticeSettings } from '../../../commands/notice/choose-notices.ts';
import { account } from '../../../domain/account/decider.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { form } from '../../../domain/form/decider.ts';
import { membership } from '../../../domain/membership/decider.ts';
import type { Role } from '../../../domain/membership/roles.ts';
import { person } from '../../../domain/person/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { newId } from '../../../log/ids.ts';
import { startLog, startReadStore } from '../../projections/stores.ts';
import { eventually } from '../../support/eventually.ts';
import { untilModelsComplete } from '../../support/models-complete.ts';
import { settingsWith } from '../../support/settings.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';

/** The planner and the sender of notices over stores and a mail server of their own. Retries come within milliseconds. */
export async function openNoticeWorld({ delaysMs = [20, 20, 20] } = {}) {
  const [logs, stores, sink] = await Promise.all([startLog(), startReadStore(), startSmtpSink()]);
  const clock = { aheadMs: 0 };
  const now = () => new Date(Date.now() + clock.aheadMs);
  const lines: string[] = [];
  const config = settingsWith({
    EVENTSTORE_URL: logs.url,
    MONGODB_URL: stores.url,
    NATS_URL: 'nats://127.0.0.1:1',
    MASTER_KEY: randomBytes(32),
    PUBLIC_URL: 'https://forms.test',
    SMTP_URL: sink.url,
    MAIL_FROM: { name: 'Forms', address: 'forms@example.org' },
    WEBHOOK_ALLOW_HOSTS: ['127.0.0.1'],
  });
  const service = await openService(config, {
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    log: logs.log,
    store: stores.store,
    now,
    leaseMs: 2_000,
    retrySchedule: { delaysMs, jitter: 0, retryAfterCapMs: 1_000 },
  });
  const { commands, log, queries } = service;
  const { aggregates } = commands;

  function start(part: Part): () => Promise<void> {
    const stop = new AbortController();
    const ended = part(stop.signal);
    return () => {
      stop.abort();
      return ended;
    };
  }
  const models = Object.values(projectorParts(service)).map(start);
  const stopFollowing = start((signal) => aggregates.follow(log, signal).catch(() => undefined));
  await untilModelsComplete(service);
  let parts: (() => Promise<void>)[] = [];

  const contextOf = (accountId: string) =>
    ({
      accountId,
      actor: { kind: 'system', id: 'test' },
      correlationId: 'c1',
      causationId: 'c1',
    }) as const;
  const at = () => now().toISOString();

  const world = {
    service,
    aggregates,
    sink,
    clock,
    lines,
    contextOf,
    startParts: () => void (parts = Object.values(noticeParts(service)).map(start)),
    async stopParts() {
      await Promise.all(parts.splice(0).map((stop) => stop()));
    },
    async newAccount(timeZone = 'Europe/Berlin') {
      const accountId = newId();
      await aggregates.execute(
        account,
        streamOf.account(accountId),
        [
          { type: 'OpenAccount', accountId, name: 'Acme', plan: 'free', at: at() },
          { type: 'ChangeLocale', timeZone, at: at() },
        ],
        contextOf(accountId),
      );
      return accountId;
    },
    async newMember(
      accountId: string,
      email: string,
      settings: NoticeSettings,
      role: Role = 'owner',
      language = 'en',
    ) {
      const personId = newId();
      const context = contextOf(accountId);
      await aggregates.execute(
        person,
        streamOf.person(personId),
        [
          { type: 'RegisterPerson', personId, name: 'Ann', email, at: at() },
          { type: 'ChangePersonLanguage', language, at: at() },
        ],
        context,
      );
      await aggregates.execute(
        membership,
        streamOf.membership(accountId),
        [{ type: 'AddMember', personId, role, at: at() }],
        context,
      );
      await world.choose(accountId, personId, settings);
      return personId;
    },
    async choose(accountId: string, personId: string, settings: NoticeSettings) {
      const rules = { destinationRules: { allowHosts: config.WEBHOOK_ALLOW_HOSTS } };
      const chosen = await chooseNotices({ ...commands, ...rules }, personId, settings, contextOf(accountId));
      if (!chosen.ok) throw new Error(JSON.stringify(chosen.error));
    },
    async newForm(accountId: string, title: string) {
      const formId = newId();
      const definition = {
        formId,
        accountId,
        title,
        description: '',
        slug: formId.toLowerCase(),
        fields: [],
      };
      const made = await aggregates.execute(
        form,
        streamOf.form(formId),
        [
          { type: 'CreateForm', ...definition, at: at() },
          { type: 'PublishForm', at: at() },
        ],
        contextOf(accountId),
      );
      if (!made.ok) throw new Error(JSON.stringify(made.error));
      return formId;
    },
    async closeForm(accountId: string, formId: string) {
      const done = await aggregates.execute(
        form,
        streamOf.form(formId),
        [{ type: 'CloseForm', at: at() }],
        contextOf(accountId),
      );
      if (!done.ok) throw new Error(done.error.code);
    },
    /** Appends an event to a new stream. */
    async append(accountId: string, stream: string, event: DomainEvent) {
      const id = crypto.randomUUID();
      return log.append(stream, -1, [{ id, event, metadata: contextOf(accountId) }]);
    },
    /** Waits for the notices of an account to have ended. @returns them, the oldest first */
    ended: (accountId: string, count = 1) =>
      eventually(`${count} notices have ended`, async () => {
        const { items } = await queries.notices.list(accountId, { limit: 100 });
        const isOver = items.length >= count && items.every(({ status }) => status !== 'pending');
        return isOver && items.toReversed();
      }),
    async close() {
      await world.stopParts();
      await Promise.all(models.map((stop) => stop()));
      await stopFollowing();
      await service.supervisor.stop();
      await sink.close();
      await stores.close();
      await logs.close();
    },
  };
  return world;
}

export type NoticeWorld = Awaited<ReturnType<typeof openNoticeWorld>>;
