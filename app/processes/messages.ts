import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** The messages between a service and the processes that run some of its roles. */

const Embedded = Type.Union([Type.String(), Type.Null()]);

const StoreAddresses = Type.Object({
  urls: Type.Object({ eventstore: Type.String(), mongodb: Type.String(), nats: Type.String() }),
  embedded: Type.Object({ eventstore: Embedded, mongodb: Embedded, nats: Embedded }),
});

/** What a service asks of one of its processes. */
export type Question = 'health' | 'metrics';

const ToChild = Type.Union([
  Type.Object({ kind: Type.Literal('start'), stores: StoreAddresses }),
  Type.Object({
    kind: Type.Literal('ask'),
    id: Type.Integer(),
    question: Type.Union([Type.Literal('health'), Type.Literal('metrics')]),
  }),
  Type.Object({ kind: Type.Literal('stop') }),
]);
export type ToChild = Static<typeof ToChild>;

const FromChild = Type.Union([
  Type.Object({ kind: Type.Literal('started') }),
  Type.Object({ kind: Type.Literal('answer'), id: Type.Integer(), value: Type.Unknown() }),
]);
export type FromChild = Static<typeof FromChild>;

const [toChild, fromChild] = [Compile(ToChild), Compile(FromChild)];

/** @throws if the message is not one that a process gets */
export const parseToChild = (message: unknown): ToChild => toChild.Parse(message);

/** @throws if the message is not one that a process sends */
export const parseFromChild = (message: unknown): FromChild => fromChild.Parse(message);
