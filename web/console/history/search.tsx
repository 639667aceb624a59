import Type from 'typebox';
import { Id } from '../../../api/contract/values.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { Empty } from '../../parts/empty.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { streamUrl } from '../parts/stream-links.ts';
import { show } from '../shell.tsx';
import { subjectNames } from './subjects.ts';

/** The streams that an id may belong to, with the pages of their histories. */
const candidatesOf = (id: string): readonly (readonly [stream: string, url: string])[] => [
  ...subjectNames.map(
    (name) => [streamOf[name](id), `/console/history/${name}/${encodeURIComponent(id)}`] as const,
  ),
  ...[streamOf.recovery(id), streamOf.apiKey(id)].map((stream) => [stream, streamUrl(stream)] as const),
];

/** Finds the history of anything by its id. */
export function historySearch(app: Routes, { log }: Pick<WebDeps, 'log'>): void {
  app.get(
    '/console/history',
    { config: { operatorsOnly: true }, schema: { querystring: Type.Object({ id: Type.Optional(Id) }) } },
    async (request, reply) => {
      const id = request.query.id?.trim();
      if (id !== undefined)
        for (const [stream, url] of candidatesOf(id)) {
          const { events } = await log.readPage(stream, { direction: 'forwards', limit: 1 });
          if (events.length > 0) return reply.redirect(url, 303);
        }
      return show(
        reply,
        { title: 'History' },
        <>
          <form method="get" action="/console/history" class="filters">
            <label>
              <span>Id</span>
              <input type="search" name="id" value={id ?? ''} required autofocus />
            </label>
            <button type="submit">Show its history</button>
          </form>
          <Empty title={id === undefined ? 'Nothing is chosen yet.' : `Nothing has the id ${id}.`}>
            <p>
              Enter the id of a form, submission, destination, delivery, account, recovery or API key. Its
              page leads here, too.
            </p>
          </Empty>
        </>,
      );
    },
  );
}
