import Type, { type Static } from 'typebox';

/** A form, and a key that may submit to it. */
export const Sender = Type.Object({ key: Type.String(), formId: Type.String() });
export type Sender = Static<typeof Sender>;

/** Submissions to post, in turn from each sender. */
export const Run = Type.Object({
  url: Type.String(),
  senders: Type.Array(Sender, { minItems: 1 }),
  count: Type.Integer({ minimum: 1 }),
  /** Null for as many as 64 connections take. */
  perSecond: Type.Union([Type.Number(), Type.Null()]),
  /** Whether each submission has a webhook to wait for. */
  webhooks: Type.Boolean(),
  /** How long the receiver takes to answer a webhook, in milliseconds. */
  receiverMs: Type.Number(),
});
export type Run = Static<typeof Run>;

export const Ran = Type.Object({
  /** From the first POST until the last webhook had come. */
  tookMs: Type.Number(),
  /** From the first POST until the last was answered. */
  postedMs: Type.Number(),
  /** From when each POST was due until its webhook came, in milliseconds. */
  latencies: Type.Array(Type.Number()),
  /** From when each POST was due until its answer. */
  posts: Type.Array(Type.Number()),
  /** The webhooks that came again. */
  duplicates: Type.Integer(),
});
export type Ran = Static<typeof Ran>;
