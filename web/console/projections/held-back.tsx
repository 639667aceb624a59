import type { ParkedStatus } from '../../../projections/generations/control/control-types.ts';
import { Id } from '../../parts/id.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { pageOfStream } from '../parts/stream-links.ts';

/** The kind and the id in the name of a stream, such as `form` and `0Vc…`; null for streams of the service itself. */
function thingOf(stream: string): { readonly noun: string; readonly id: string } | null {
  const at = stream.indexOf('-');
  return pageOfStream(stream) === null ? null : { noun: stream.slice(0, at), id: stream.slice(at + 1) };
}

/** The names of the forms, destinations and accounts at whose events keys are parked, by id. */
export async function namesOfParked(
  { queries }: Pick<WebDeps, 'queries'>,
  parked: readonly ParkedStatus[],
): Promise<ReadonlyMap<string, string>> {
  const things = parked.flatMap(({ event }) => thingOf(event.stream) ?? []);
  const ids = (wanted: string) => things.flatMap(({ noun, id }) => (noun === wanted ? [id] : []));
  const [forms, destinations, accounts] = await Promise.all([
    queries.forms.titles(null, ids('form')),
    queries.destinations.labels(null, ids('destination')),
    Promise.all([...new Set(ids('account'))].map((id) => queries.accounts.get(id))),
  ]);
  const named = accounts.flatMap((account) => (account ? [[account.id, account.name] as const] : []));
  return new Map([...forms, ...destinations, ...named]);
}

/** What waits behind an event: the thing that the event is about, by its name, and the key. */
export const HeldBack = ({
  waiting: { scope, event },
  names,
}: {
  readonly waiting: ParkedStatus;
  readonly names: ReadonlyMap<string, string>;
}) => {
  const page = pageOfStream(event.stream);
  const { noun = '', id = '' } = thingOf(event.stream) ?? {};
  return (
    <span class="named">
      {page !== null && (
        <a href={page} safe>
          {names.get(id) ?? noun}
        </a>
      )}
      <span>
        <small>{scope.kind}</small> <Id id={scope.id} short={page !== null} />
      </span>
    </span>
  );
};
