import type { PersonCommand } from '../../domain/person/decider.ts';
import type { Passkey } from '../../domain/person/passkey-events.ts';
import type { ExistingPerson } from '../../domain/person/state.ts';
import { err, type Result } from '../../domain/result.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Refusal } from '../refusal.ts';
import { executeOnPerson, type PersonOutcome } from './change-person.ts';
import { personWithId } from './find-person.ts';
import { type Assertion, type NewPasskey, transports } from './passkey-responses.ts';

/** The service, as passkeys know it: a passkey of one site signs for no other. */
export interface PasskeySite {
  /** Such as `https://forms.example`. */
  readonly origin: string;
  /** The host of the origin, which the passkey is bound to. */
  readonly id: string;
}

type Deps = Pick<CoreDeps, 'aggregates' | 'now'>;

// Loaded on demand: most processes see no passkey.
const library = () => import('@simplewebauthn/server');

const knownTransports = (given: readonly string[] = []) => transports.filter((each) => given.includes(each));

/** Returns what a browser needs to make a passkey for a person, with a new challenge. */
export async function newPasskeyOptions(
  { id: rpID }: PasskeySite,
  { personId, name, email, passkeys }: ExistingPerson,
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Formlog',
    rpID,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(personId),
    attestationType: 'none',
    excludeCredentials: [...passkeys.values()].map(({ credentialId, transports: by }) => ({
      id: credentialId,
      transports: knownTransports(by),
    })),
    // The passkey names its person, and its device asks for a finger, a face or a PIN: it counts as both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Returns what a browser needs to sign in with any passkey of the site, with a new challenge. */
export async function signInOptions({ id: rpID }: PasskeySite) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({ rpID, userVerification: 'required', allowCredentials: [] });
}

/**
 * Adds a passkey that a browser has made for the challenge of its options.
 * @returns `stale` for a passkey that does not fit them, or that the person has
 */
export async function addPasskey(
  deps: Deps,
  { personId }: ExistingPerson,
  given: {
    readonly response: NewPasskey;
    readonly challenge: string;
    readonly site: PasskeySite;
    readonly name: string;
  },
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const passkey = await verifiedPasskey(given);
  if (!passkey) return err({ code: 'stale', message: 'The passkey does not fit. Try again.' });
  const command = { type: 'AddPasskey', ...passkey, at: deps.now().toISOString() } as const;
  return executeOnPerson(deps, personId, [command], context);
}

async function verifiedPasskey({
  response,
  challenge,
  site,
  name,
}: {
  readonly response: NewPasskey;
  readonly challenge: string;
  readonly site: PasskeySite;
  readonly name: string;
}): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await library();
  const by = knownTransports(response.response.transports);
  const verified = await verifyRegistrationResponse({
    response: { ...response, response: { ...response.response, transports: by } },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    // The library throws for a response that does not fit.
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: by,
    name,
  };
}

/**
 * Removes a passkey of a person: it signs in no longer. All sessions but `keptSessionId` end, also those that it began.
 * @returns `only_sign_in` if the person had no other way to sign in
 */
export async function removePasskey(
  deps: Deps,
  { personId }: ExistingPerson,
  { credentialId, keptSessionId }: { readonly credentialId: string; readonly keptSessionId: string },
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const at = deps.now().toISOString();
  return executeOnPerson(
    deps,
    personId,
    [
      { type: 'EndOtherSessions', keptSessionId, at },
      { type: 'RemovePasskey', credentialId, at },
    ],
    context,
  );
}

/** The person of a passkey, and the use of the passkey, for one append with the session that it begins. */
export interface PasskeyProof {
  readonly person: ExistingPerson;
  readonly proof: readonly PersonCommand[];
}

/**
 * Finds the person of a signature, and checks the signature of the challenge that the browser was given.
 * @returns null for a signature that does not fit, whatever the reason
 * @throws LogUnavailable
 */
export async function personByPasskey(
  deps: Deps,
  {
    response,
    challenge,
    site,
  }: { readonly response: Assertion; readonly challenge: string; readonly site: PasskeySite },
): Promise<PasskeyProof | null> {
  const personId = Buffer.from(response.response.userHandle, 'base64url').toString();
  // The name of a stream: a text of a stranger is looked up only if it could be an id.
  const person = /^[A-Za-z0-9_-]{1,40}$/.test(personId) ? await personWithId(deps, personId) : null;
  const passkey = person?.passkeys.get(response.id);
  if (!person || !passkey) return null;
  const { verifyAuthenticationResponse } = await library();
  const { credentialId, publicKey, counter } = passkey;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter } = verified.authenticationInfo;
  const at = deps.now().toISOString();
  return { person, proof: [{ type: 'UsePasskey', credentialId, counter: newCounter, at }] };
}
