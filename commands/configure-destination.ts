import { randomBytes } from 'node:crypto';
import { account } from '../domain/account/decider.ts';
import { destination } from '../domain/destination/decider.ts';
import {
  defaultLimits,
  type DestinationSettings,
  type SignatureScheme,
} from '../domain/destination/events.ts';
import { form } from '../domain/form/decider.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { randomBase62 } from '../log/ids.ts';
import type { CommandDeps } from './deps.ts';
import { urlFault, type DestinationRules } from './destination-url.ts';
import { invalid, notFound, type Refusal } from './refusal.ts';

export interface DestinationRequest extends Partial<Omit<DestinationSettings, 'label' | 'url'>> {
  readonly label: string;
  readonly url: string;
  readonly enabled?: boolean;
}

export interface ConfiguredDestination {
  readonly destinationId: string;
  readonly settings: DestinationSettings;
  readonly enabled: boolean;
  /** What requests are signed with. It is kept sealed, and shown this once. */
  readonly signingSecret: string;
  readonly at: string;
  readonly position: bigint | null;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'secrets' | 'now' | 'newId'> & {
  readonly destinationRules: DestinationRules;
};

/** Adds a destination to the context's account, with a signing secret of its own. */
export async function configureDestination(
  deps: Deps,
  request: DestinationRequest,
  context: CommandContext,
): Promise<Result<ConfiguredDestination, Refusal>> {
  const { accountId } = context;
  const { enabled = true, ...chosen } = request;
  const settings: DestinationSettings = { ...defaults, ...chosen };
  const message = urlFault(settings.url, deps.destinationRules);
  if (message !== null)
    return invalid('The URL cannot be used.', [{ path: '/url', code: 'invalid_format', message }]);
  if (!(await isKnown(deps, accountId, settings.formId))) return notFound;
  const destinationId = deps.newId();
  const signingSecret = makeSecret(settings.signature);
  const at = deps.now().toISOString();
  const secret = deps.secrets.seal(signingSecret);
  const configured = await deps.aggregates.execute(
    destination,
    streamOf.destination(destinationId),
    [{ type: 'ConfigureDestination', destinationId, accountId, settings, enabled, secret, at }],
    context,
    { isNew: true },
  );
  if (!configured.ok) return configured;
  return ok({ destinationId, settings, enabled, signingSecret, at, position: configured.value.position });
}

const defaults = {
  events: ['submission.created'],
  formId: null,
  includedQuestions: [],
  signature: 'timestamped',
  ...defaultLimits,
} satisfies Partial<DestinationSettings>;

/** Whether the account is there, and the form is one of its own where one is named. */
async function isKnown({ aggregates }: Deps, accountId: string, formId: string | null): Promise<boolean> {
  const owner = await aggregates.load(account, streamOf.account(accountId));
  if (!owner.state.exists || formId === null) return owner.state.exists;
  const { state } = await aggregates.load(form, streamOf.form(formId));
  return state.exists && state.accountId === accountId;
}

/** Standard Webhooks prescribes the form of its secrets: 24 to 64 bytes in Base64. */
const makeSecret = (scheme: SignatureScheme): string =>
  scheme === 'standard-webhooks' ? `whsec_${randomBytes(32).toString('base64')}` : randomBase62(43);
