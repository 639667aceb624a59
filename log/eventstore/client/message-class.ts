/** What is generated for each message of the protocol. */
export interface MessageClass<T> {
  encode(message: T): { finish(): Uint8Array<ArrayBuffer> };
  decode(bytes: Uint8Array): T;
}

/** Encodes a message as the buffer that grpc-js takes. */
export function encoded<T>(messages: MessageClass<T>, message: T): Buffer {
  const bytes = messages.encode(message).finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
