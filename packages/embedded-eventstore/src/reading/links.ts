import streams from '@eventstore/db-client/generated/streams_pb.js';
import { responseOf } from '../storage/record.ts';
import type { Tables } from '../storage/store.ts';
import { encode } from '../wire/responses.ts';
import { firstVisible, settingsOf, streamState } from './pages.ts';
import type { Source } from './sources.ts';

const linkType = '$>';

/** The same responses, each link with its event; a link without an event stays alone. */
export function resolvingLinks(tables: Tables, source: Source): Source {
  return {
    pull() {
      const responses = source.pull();
      return typeof responses === 'string'
        ? responses
        : responses.map((response) => resolved(tables, response));
    },
  };
}

function resolved(tables: Tables, response: Buffer): Buffer {
  const message = streams.ReadResp.deserializeBinary(response);
  const pair = message.getEvent();
  const link = pair?.getEvent();
  if (!pair || link?.getMetadataMap().get('type') !== linkType) return response;
  const target = targetOf(tables, Buffer.from(link.getData_asU8()).toString());
  pair.setLink(link).setEvent(target);
  return encode(message);
}

/** The event named by a revision and a stream, such as `2@orders`, if it can still be read. */
function targetOf(tables: Tables, name: string): streams.ReadResp.ReadEvent.RecordedEvent | undefined {
  const [, digits, stream] = /^(\d+)@(.+)$/s.exec(name) ?? [];
  if (digits === undefined || stream === undefined) return undefined;
  const head = streamState(tables, stream);
  const revision = Number(digits);
  if (typeof head === 'string' || revision < firstVisible(head, settingsOf(stream, head))) return undefined;
  const position = tables.index.get([head.id, revision]);
  const record = position === undefined ? undefined : tables.log.get(position);
  return record && streams.ReadResp.deserializeBinary(responseOf(record)).getEvent()?.getEvent();
}
