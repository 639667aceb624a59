/** The data directory without a setting. */
export const defaultDataDir = './data';
