import { Metadata } from '@grpc/grpc-js';

const acceptedEncodings = 'grpc-accept-encoding';

/**
 * The metadata of a call whose replies come uncompressed. grpc-js accepts gzip in every call, KurrentDB from 25.1 on
 * compresses each message of a reply by itself, and grpc-js decompresses each through a stream of its own, which takes
 * several turns of the event loop for one event.
 */
class PlainMetadata extends Metadata {
  /** Keeps `identity` where grpc-js names the encodings that it can read. */
  override set(key: string, value: string | Buffer): void {
    super.set(key, key.toLowerCase() === acceptedEncodings ? 'identity' : value);
  }

  override clone(): PlainMetadata {
    return plainMetadata(this);
  }
}

/** Returns a copy of the metadata of a call, which asks for uncompressed replies. */
export function plainMetadata(metadata: Metadata): PlainMetadata {
  const copy = new PlainMetadata(metadata.getOptions());
  copy.merge(metadata);
  return copy;
}
