import type { FastifyRequest } from 'fastify';
import type { ModelStatus } from '../../../projections/generations/control/control-types.ts';
import { Badge } from '../../parts/badge.tsx';
import { Time } from '../../parts/time.tsx';
import { visitorIn } from '../session/visitor.ts';

export const path = '/console/projections';

export const pageOf = (name: string): string => `${path}/${encodeURIComponent(name)}`;

/** The roles that change projections, as in the admin API. */
export const writerRoles = ['operator', 'analyst'] as const;

export const canChange = (request: FastifyRequest): boolean =>
  writerRoles.some((role) => role === visitorIn(request).operator?.role);

/** The state of a runner or a generation. */
export const State = ({ state }: { readonly state: string }) =>
  state === 'catching up' || state === 'dropping' || state === 'verifying' ? (
    <Badge state={state} tone="wait" />
  ) : (
    <Badge state={state} />
  );

export const Parked = ({ count }: { readonly count: number }) =>
  count === 0 ? <span>0</span> : <Badge state={`${count} parked`} tone="bad" />;

/** The last failure of a runner, and its time. */
export const Failing = ({ error }: Pick<ModelStatus, 'error'>) =>
  error === null ? (
    <span class="quiet">–</span>
  ) : (
    <span class="reason">
      <span class="fault" safe>
        {error.message}
      </span>{' '}
      <Time at={error.at} />
    </span>
  );

export const Position = ({ position }: { readonly position: string | null }) =>
  position === null ? <span class="quiet">–</span> : <code safe>{position}</code>;

/** The attributes of a part of a page that follows the service. console.js pauses them in the background. */
export const following = (id: string, url: string) =>
  ({
    id,
    'hx-get': url,
    'hx-trigger': 'every 2s',
    'hx-select': `#${id}`,
    'hx-swap': 'outerHTML',
  }) as const;
