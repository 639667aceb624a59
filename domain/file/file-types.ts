/** Groups of media types that a field may name. */
export const typeGroups = {
  image: [/^image\//],
  audio: [/^audio\//],
  video: [/^video\//],
  document: [
    /^text\//,
    /^application\/(?:pdf|rtf|postscript|msword|epub\+zip|x-cfb|xml|json)$/,
    /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|ms-|visio)/,
  ],
  archive: [
    /^application\/(?:zip|gzip|x-7z-compressed|x-tar|x-bzip2|x-xz|zstd|vnd\.rar|x-rar-compressed|x-lzip|x-lz4)$/,
  ],
} as const satisfies Readonly<Record<string, readonly RegExp[]>>;

const isGroup = (name: string): name is keyof typeof typeGroups => Object.hasOwn(typeGroups, name);

const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,126})$/;

/** Whether a text is a group, a media type such as `application/pdf`, or all of a kind such as `image/*`. */
export const isFileType = (name: string): boolean => isGroup(name) || mediaType.test(name);

/** What is found for a text, whatever its language: the content of CSV or HTML has no sign of its own. */
const plainText = 'text/plain';

/**
 * Whether a type that was found in the content is among those that a field accepts.
 * @param accepted groups and media types; empty for any type
 * @param found a media type
 */
export function acceptsType(accepted: readonly string[], found: string): boolean {
  if (accepted.length === 0) return true;
  return accepted.some((name) => {
    if (isGroup(name)) return typeGroups[name].some((pattern) => pattern.test(found));
    if (name.endsWith('/*')) return found.startsWith(name.slice(0, -1));
    return name === found || (found === plainText && name.startsWith('text/'));
  });
}
