import Type from 'typebox';
import { named, Nullable, Timestamp } from '../values.ts';

const Request = named('SentRequest', {
  attempt: Type.Integer(),
  started_at: Timestamp,
  method: Type.Literal('POST'),
  url: Nullable(Type.String(), 'Null for an attempt from before addresses and headers were recorded.'),
  headers: Nullable(
    Type.Record(Type.String(), Type.String()),
    'The headers as they were sent, with the signatures, but without those of every HTTP request (host, content-length).',
  ),
  signature_fits: Nullable(
    Type.Boolean(),
    'Whether the sent signature matches the body shown here. Null if the signature, the body or the secret ' +
      'is not available.',
  ),
});

export const SentRequests = named('SentRequests', {
  id: Type.String(),
  body: Nullable(
    Type.String(),
    'The same bytes on every attempt (UTF-8). Null if it can no longer be rendered, or may not be read.',
  ),
  body_bytes: Type.Union([Type.Integer(), Type.Null()]),
  missing: Type.Array(Type.Enum(['source_erased', 'requires_submissions_read', 'requests_not_recorded']), {
    description: 'The parts of the requests that cannot be shown, with the reason.',
  }),
  requests: Type.Array(Request),
});
