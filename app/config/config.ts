import { cleanEnv, type ReporterOptions } from 'envalid';
import { signUpModes } from '../../commands/person/sign-up-modes.ts';
import { parseNatsUrl } from '../../dispatcher/bus/nats-url.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { parseScannerAddress } from '../../files/scanner.ts';
import { parseStoreAddress } from '../../files/store-address.ts';
import { parseConnectionString } from '../../log/eventstore/connection-string.ts';
import { parseSmtpUrl } from '../../mail/smtp-url.ts';
import { defaultDataDir } from '../data-dir/default-data-dir.ts';
import {
  hosts,
  inMinute,
  integer,
  integerOrAuto,
  mailbox,
  masterKey,
  masterKeys,
  minutes,
  nonEmpty,
  oneOf,
  operatorTokens,
  parsePinnedMongoUrl,
  proxies,
  publicUrl,
  roles,
  storeUrl,
  text,
  url,
  webhookSecret,
} from './formats.ts';
import { mailMistakes } from './mail-settings.ts';
import { openIdFormats, openIdMistakes } from './openid.ts';
import { readPlansFile } from './plans-file.ts';
import { mostProcesses, roleNames } from './role-names.ts';
import { signUpMistakes } from './sign-up-settings.ts';

const logFormats = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const settings = {
  HOST: nonEmpty({ default: '127.0.0.1', desc: 'the address to listen on' }),
  PORT: integer(0, 65_535)({ default: 8080, desc: 'the port to listen on; 0 takes a free one' }),
  PUBLIC_URL: publicUrl({ default: undefined, desc: 'the address that clients use' }),
  DATA_DIR: nonEmpty({ default: defaultDataDir, desc: 'the directory of embedded stores and local keys' }),
  EVENTSTORE_URL: storeUrl(parseConnectionString)({ default: undefined, desc: 'EventStoreDB or KurrentDB' }),
  MONGODB_URL: storeUrl(parsePinnedMongoUrl)({ default: undefined, desc: 'MongoDB' }),
  NATS_URL: storeUrl(parseNatsUrl)({ default: undefined, desc: 'NATS' }),
  FILES_STORE: text(parseStoreAddress)({
    default: undefined,
    desc: 'the directory of uploaded files, or an S3 bucket; files in DATA_DIR by default',
  }),
  MAX_FILE_BYTES: integer(
    1,
    1_000_000_000_000,
  )({
    default: 1_073_741_824,
    desc: 'the largest file that is taken, in bytes',
  }),
  FILE_LIFETIME_S: integer(
    1,
    31_536_000,
  )({
    default: 86_400,
    desc: 'how long a file waits for its submission, and an upload for its next bytes',
  }),
  FILES_SCANNER: text(parseScannerAddress)({
    default: undefined,
    desc: 'a scanner that speaks the protocol of clamd: host:port, or the path of its socket',
  }),
  TRUSTED_PROXIES: proxies({ default: [], desc: 'proxies whose X-Forwarded-For is trusted' }),
  MONITORING_HOSTS: hosts({ default: [], desc: 'host names that serve /metrics and /readyz' }),
  ROLES: roles({ default: roleNames, desc: 'the roles of this service' }),
  PROCESSES: integerOrAuto(
    1,
    mostProcesses,
  )({
    default: 'auto',
    desc: 'the number of processes that share the roles; auto follows the number of cores',
  }),
  LOG_LEVEL: oneOf(logLevels)({ default: 'info', desc: 'the least severe lines that are logged' }),
  LOG_FORMAT: oneOf(logFormats)({
    default: 'auto',
    desc: 'pretty on a terminal, or JSON lines',
  }),
  MASTER_KEY: masterKey({ default: undefined, desc: '32 bytes in Base64 that encrypt signing secrets' }),
  PREVIOUS_MASTER_KEYS: masterKeys({
    default: [],
    desc: 'other master keys that may have encrypted signing secrets',
  }),
  OPERATOR_WEBHOOK_URL: url(
    'http',
    'https',
  )({
    default: undefined,
    desc: 'the address that receives notices for operators',
  }),
  OPERATOR_WEBHOOK_SECRET: webhookSecret({ default: undefined, desc: 'the secret that signs these notices' }),
  SMTP_URL: storeUrl(parseSmtpUrl)({
    default: undefined,
    desc: 'the mail server; without one, no mail is sent',
  }),
  MAIL_FROM: mailbox({ default: undefined, desc: 'the sender of messages' }),
  ...openIdFormats,
  OPERATOR_TOKENS: operatorTokens({ default: [], desc: 'role:name:token, …' }),
  SIGN_UP: oneOf(signUpModes)({
    default: 'closed',
    desc: 'who may open an account: open, invitation or closed',
  }),
  SIGN_UP_PLAN: nonEmpty({ default: 'free', desc: 'the plan of accounts that strangers open' }),
  PLANS_FILE: text(readPlansFile)({ default: undefined, desc: 'a JSON file with the plans' }),
  RATE_LIMIT_REQUESTS: integer(1, 1_000_000)({ default: 100, desc: 'requests a key may make in a window' }),
  RATE_LIMIT_WINDOW_S: integer(1, 86_400)({ default: 60, desc: 'the length of that window in seconds' }),
  FORM_PAGES_PER_MINUTE: inMinute({
    default: 1_200,
    desc: 'pages of forms that an address may load in a minute',
  }),
  FORM_SENDS_PER_MINUTE: inMinute({
    default: 300,
    desc: 'valid forms that an address may send in a minute',
  }),
  FORM_ATTEMPTS_PER_MINUTE: inMinute({
    default: 1_200,
    desc: 'forms that an address may send in a minute, invalid ones included',
  }),
  FORM_SAVES_PER_MINUTE: inMinute({
    default: 2_400,
    desc: 'forms that an address may save in a minute before they are sent',
  }),
  FORM_MISSES_PER_MINUTE: inMinute({
    default: 60,
    desc: 'requests of an address for missing forms in a minute',
  }),
  WEBHOOK_ALLOW_HOSTS: hosts({ default: [], desc: 'hosts exempt from the address rules, for development' }),
  WEBHOOK_HEADER_WORD: text((value) => {
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(value)) throw new Error('is not one word of letters and digits');
    return value;
  })({ default: 'Service', desc: 'the word in X-…-Signature' }),
  WEBHOOK_RETRY_MINUTES: minutes({
    default: [1, 5, 15, 60, 180, 360, 720, 1440],
    desc: 'the waits between attempts',
  }),
  WEBHOOK_TIMEOUT_MS: integer(100, 120_000)({ default: 10_000, desc: 'the time limit of a receiver' }),
  WEBHOOK_HOST_IN_FLIGHT: integer(
    1,
    256,
  )({
    default: 64,
    desc: 'attempts at one host at the same time, of all accounts',
  }),
  WEBHOOK_HOST_PER_SECOND: integer(
    1,
    100_000,
  )({
    default: undefined,
    desc: 'attempts at one host in a second, of all accounts',
  }),
  RECOVERY_PER_SECOND: integer(
    1,
    1_000,
  )({
    default: 50,
    desc: 'deliveries that a recovery sends again in a second',
  }),
  STORE_WAIT_S: integer(
    0,
    3_600,
  )({
    default: 60,
    desc: 'how long a start waits for stores that do not respond yet',
  }),
  MAX_CLOCK_DIFFERENCE_S: integer(
    0,
    86_400,
  )({
    default: 60,
    desc: 'how far the clock of a store may differ; 0 for no limit',
  }),
  STOP_TIMEOUT_S: integer(1, 600)({ default: 20, desc: 'how long a graceful stop may take' }),
};

/** A setting, as the help lists it. */
export const settingNames = Object.keys(settings);

export type Config = ReturnType<typeof clean>;

const clean = (
  env: Readonly<Record<string, string | undefined>>,
  onErrors: (errors: Readonly<Record<string, Error>>) => void,
) =>
  cleanEnv(env, settings, {
    reporter: ({ errors }: ReporterOptions<Record<string, unknown>>) => onErrors(definite(errors)),
  });

const definite = (errors: Readonly<Record<string, Error | undefined>>): Record<string, Error> =>
  Object.fromEntries(Object.entries(errors).flatMap(([name, error]) => (error ? [[name, error]] : [])));

/** Settings as far as they can be used: those with a mistake are missing. */
export interface ParsedSettings {
  /** All settings, with defaults; null where one has a mistake. */
  readonly config: Config | null;
  readonly settings: Partial<Config>;
  /** A line for every mistake, which begins with the name of the setting. */
  readonly mistakes: readonly string[];
}

/** Parses the settings of the environment, and reads the file of plans that they name. */
export function parseSettings(env: Readonly<Record<string, string | undefined>>): ParsedSettings {
  const mistakes: string[] = [];
  const config = clean(env, (errors) => {
    for (const [name, error] of Object.entries(errors)) mistakes.push(`${name} ${error.message}`);
  });
  const isSigned = env['OPERATOR_WEBHOOK_SECRET'] !== undefined;
  if (env['OPERATOR_WEBHOOK_URL'] !== undefined && !isSigned)
    mistakes.push(
      'OPERATOR_WEBHOOK_SECRET is missing: notices are signed. It is whsec_ and 32 random bytes in Base64',
    );
  mistakes.push(...mailMistakes(env, { ...config }));
  mistakes.push(...signUpMistakes(env, { ...config }));
  mistakes.push(...openIdMistakes(env, { ...config }));
  return { config: mistakes.length === 0 ? config : null, settings: { ...config }, mistakes };
}

/**
 * Reads the settings from the environment.
 * @returns the settings with defaults, or a line for every mistake
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): Result<Config, readonly string[]> {
  const { config, mistakes } = parseSettings(env);
  return config === null ? err(mistakes) : ok(config);
}
