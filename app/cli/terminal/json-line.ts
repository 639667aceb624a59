/** JSON on one line, in which characters that steer a terminal or reverse text are escaped. */
export const jsonLine = (value: object): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
