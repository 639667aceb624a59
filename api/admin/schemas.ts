import Type from 'typebox';
import { closed, Cursor, Id, Limit } from '../requests/schemas.ts';

export const ById = Type.Object({ id: Id }, closed);
export const PageQuery = Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }, closed);
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
