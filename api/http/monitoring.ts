import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';

/** Headers by which proxies and content delivery networks name themselves or their client. */
const forwarding = [
  'forwarded',
  'via',
  'cdn-loop',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'x-original-host',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-azure-clientip',
  'x-envoy-external-address',
];

/**
 * Returns a function that refuses requests for metrics or readiness that strangers may have sent: through a proxy, or
 * under a foreign name, which a web page could have resolved to this machine. Monitors ask the process itself, by its
 * address, by a name without a dot or by a name of the service. Under the names of `monitoringHosts`, everybody may ask.
 */
export function refuseOutsiders({
  publicUrl,
  knownHosts,
  monitoringHosts = [],
}: Pick<ApiDeps, 'publicUrl' | 'knownHosts' | 'monitoringHosts'>): (
  request: Pick<FastifyRequest, 'headers' | 'hostname'>,
) => void {
  const own = [...(knownHosts ?? []), ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])];
  /** @throws ApiError `not_found` */
  return ({ headers, hostname }) => {
    if (monitoringHosts.includes(hostname.toLowerCase())) return;
    const name = (headers.host ?? '')
      .replace(/:\d+$/, '')
      .replace(/^\[(.*)\]$/, '$1')
      .toLowerCase();
    const isLocal = isIP(name) !== 0 || !name.includes('.') || own.includes(name);
    if (!isLocal || forwarding.some((header) => headers[header] !== undefined))
      throw new ApiError('not_found');
  };
}
