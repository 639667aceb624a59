import type { FieldDefinition } from '../form/field.ts';

/** The most files of one answer. */
export const mostFiles = 20;
/** The largest file of a field that sets no size, in bytes. */
const defaultFileBytes = 10 * 1_024 * 1_024;

/** What a field of kind `file` accepts. */
export interface FileRules {
  readonly maxFiles: number;
  /** Of each file. */
  readonly maxBytes: number;
  /** Groups and media types; empty for any. */
  readonly types: readonly string[];
}

/** Returns what a field of kind `file` accepts. */
export const fileRulesOf = ({ validation = {} }: Pick<FieldDefinition, 'validation'>): FileRules => ({
  maxFiles: validation.max_files ?? 1,
  maxBytes: validation.max_bytes ?? defaultFileBytes,
  types: validation.types ?? [],
});

/** A number of bytes as people read it: `9.8 MB`. */
export function bytesInWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const amount = bytes / 1_024 ** power;
  return `${Number(amount.toFixed(power === 0 || amount >= 100 ? 0 : 1))} ${units[power] ?? ''}`;
}
