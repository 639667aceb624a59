/**
 * Checks of values from files, clients and other threads. TypeBox would do the same, but takes 27 MB and a third of a
 * second in each thread that imports it, and each embedded store runs in a thread of its own.
 */
export type Shape<T> = (value: unknown) => value is T;

/** The type that a shape checks for. */
export type Shaped<S> = S extends Shape<infer T> ? T : never;

type Members = Readonly<Record<string, Shape<unknown>>>;

export const string: Shape<string> = (value) => typeof value === 'string';
/** A string with at least one character. */
export const text: Shape<string> = (value): value is string => string(value) && value !== '';
export const boolean: Shape<boolean> = (value) => typeof value === 'boolean';
export const nothing: Shape<null> = (value) => value === null;

/** A finite number, from `minimum` on. */
export const number =
  (minimum = -Infinity): Shape<number> =>
  (value): value is number =>
    typeof value === 'number' && Number.isFinite(value) && value >= minimum;

/** A whole number, from `minimum` on. */
export const integer =
  (minimum = -Infinity): Shape<number> =>
  (value): value is number =>
    Number.isInteger(value) && number(minimum)(value);

export const oneOf =
  <T extends string>(values: readonly T[]): Shape<T> =>
  (value): value is T =>
    values.some((one) => one === value);

export const either =
  <A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> =>
  (value): value is A | B =>
    one(value) || other(value);

/** An object whose members all have one shape. */
export const record =
  <T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(shape);

/**
 * An object with these members; others may be there, too.
 * @param optional members that may be absent, but not undefined
 */
export const object =
  <R extends Members, O = unknown>(
    required: R,
    optional?: O & Members,
  ): Shape<{ readonly [K in keyof R]: Shaped<R[K]> } & { readonly [K in keyof O]?: Shaped<O[K]> }> =>
  (value): value is never =>
    isObject(value) &&
    Object.entries(required).every(([name, shape]) => shape(value[name])) &&
    Object.entries(optional ?? {}).every(([name, shape]) => !(name in value) || shape(value[name]));

/** As `object`, and with no other members. */
export const exactObject =
  <R extends Members, O>(required: R, optional: O & Members): ReturnType<typeof object<R, O>> =>
  (value): value is never =>
    object(required, optional)(value) &&
    Object.keys(value).every((name) => Object.hasOwn(required, name) || Object.hasOwn(optional, name));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a value that has a shape.
 * @param name the name of the value in the error; the value itself may be secret
 * @throws TypeError for any other value
 */
export function checked<T>(shape: Shape<T>, value: unknown, name: string): T {
  if (!shape(value)) throw new TypeError(`${name}: not valid`);
  return value;
}
