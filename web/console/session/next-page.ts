import Type from 'typebox';

/** Where a visitor goes after signing in, as the form of the sign-in names it. */
export const Next = Type.Optional(Type.String({ maxLength: 2_000 }));

/** Returns a page of the console, and no other: the page that was asked for, or the first. */
export const pageOf = (next: string | undefined): string =>
  next !== undefined && /^\/console(?![\w-])[\w/?=&%.:,@+-]*$/.test(next) ? next : '/console';
