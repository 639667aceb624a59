import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { catalogue } from '../contract/error-catalogue.ts';
import { ApiError } from './errors.ts';

/** The kinds of resources, by the segment of a path that collects them. */
const nouns: Readonly<Record<string, string>> = {
  accounts: 'account',
  keys: 'key',
  forms: 'form',
  submissions: 'submission',
  destinations: 'destination',
  deliveries: 'delivery',
  recoveries: 'recovery',
  cancellations: 'cancellation',
};

const text = Type.Optional(Type.String());
const Ids = Type.Object({ id: text, form_id: text, destination_id: text });
const Transition = Type.Object({ from: Type.String(), to: Type.String() });

const idsIn = (value: unknown): Static<typeof Ids> => (Value.Check(Ids, value) ? value : {});

/** The kind and the id that a request addresses: by its path, else by an id in its query or body. */
function resourceOf({ routeOptions, params, query, body }: FastifyRequest) {
  const segments = (routeOptions.url ?? '').split('/').filter((segment) => segment !== '');
  const kindOfPath = nouns[segments[segments.indexOf(':id') - 1] ?? ''];
  const { id: idOfPath } = idsIn(params);
  const ids = { ...idsIn(body), ...idsIn(query) };
  const found = [
    // A request in an account may name another resource that does not exist.
    { kind: kindOfPath === 'account' ? undefined : kindOfPath, id: idOfPath },
    { kind: nouns[segments.at(-1) ?? ''], id: ids.id },
    { kind: 'destination', id: ids.destination_id },
    { kind: 'form', id: ids.form_id },
    { kind: kindOfPath, id: idOfPath },
  ].find(({ kind, id }) => kind !== undefined && id !== undefined);
  return { kind: found?.kind ?? 'resource', id: found?.id ?? null };
}

/** A change of status in words, by the status that was asked for. */
const changes: Readonly<Record<string, string>> = {
  running: 'resumed',
  pending: 'sent again',
  draft: 'made a draft again',
  'fields changed': 'changed',
};

/** Names the resource in the message of an error that has no message of its own. */
export function nameResource(error: ApiError, request: FastifyRequest): ApiError {
  const { code, details, headers, message } = error;
  if (message !== catalogue[code][1]) return error;
  const { kind, id } = resourceOf(request);
  if (code === 'not_found' && id !== null)
    return new ApiError(code, { message: `The ${kind} ${id} does not exist.` });
  if (code !== 'invalid_transition' || !Value.Check(Transition, details)) return error;
  const { from, to } = details;
  const article = /^[aeiou]/.test(from) ? 'An' : 'A';
  return new ApiError(code, {
    message: `${article} ${from} ${kind} cannot be ${changes[to] ?? to}.`,
    details,
    headers,
  });
}
