import { Settings } from 'typebox/system';

const many = 1_000;

/** What TypeBox finds wrong, all of it: by itself it stops at eight. @param find without waiting for anything */
export function everyFault<T>(find: () => T): T {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: many });
  try {
    return find();
  } finally {
    Settings.Set({ maxErrors });
  }
}
