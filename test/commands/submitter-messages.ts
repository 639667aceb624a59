import Type from 'typebox';

/** A command for a process of its own. */
export const Work = Type.Object({
  id: Type.Integer(),
  kind: Type.Union([Type.Literal('submit'), Type.Literal('publish')]),
  accountId: Type.String(),
  formId: Type.String(),
  idempotencyKey: Type.Optional(Type.String()),
  stops: Type.Boolean(),
});

export const Report = Type.Object({
  id: Type.Integer(),
  /** `stopping`, `ok`, or the code of the refusal or the name of the error. */
  outcome: Type.String(),
  /** The process's own clock, in milliseconds since 1970. */
  now: Type.Number(),
});
