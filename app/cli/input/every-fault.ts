import { Settings } from 'typebox/system';

const many = 1_000;

/** All faults that TypeBox finds; its default limit is eight. @param find must be synchronous */
export function everyFault<T>(find: () => T): T {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: many });
  try {
    return find();
  } finally {
    Settings.Set({ maxErrors });
  }
}
