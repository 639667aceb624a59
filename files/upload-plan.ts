import type { Upload } from '@tus/utils';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { UploadSource } from '../domain/file/events.ts';
import { UploadRefused } from './upload-errors.ts';

/** What is decided of an upload when it begins. It is stored with the upload, and the client cannot change it. */
export const UploadPlan = Type.Object({
  /** The id under which a submission claims the file. */
  fileId: Type.String(),
  accountId: Type.String(),
  formId: Type.String(),
  /** Cleaned. */
  name: Type.String(),
  maxBytes: Type.Integer({ minimum: 1 }),
  /** Groups and media types that are accepted; empty for any. */
  types: Type.Array(Type.String()),
  uploadedBy: UploadSource,
});
export type UploadPlan = Static<typeof UploadPlan>;

const plans = Compile(UploadPlan);

/** The metadata of tus under which the plan is stored. */
const planKey = 'formlog';

export const metadataOf = (plan: UploadPlan): Record<string, string> => ({
  filename: plan.name,
  [planKey]: JSON.stringify(plan),
});

/** Returns the plan of an upload. @throws UploadRefused for an upload that this service did not begin */
export function planOf({ metadata }: Pick<Upload, 'metadata'>): UploadPlan {
  const stored: unknown = JSON.parse(metadata?.[planKey] ?? 'null');
  if (!plans.Check(stored)) throw new UploadRefused({ reason: 'unknown' });
  return stored;
}
