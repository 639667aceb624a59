/** Where files are kept: a directory, or a bucket of an S3 compatible store. */
export type StoreAddress = { readonly directory: string } | S3Address;

export interface S3Address {
  readonly bucket: string;
  /** Of a store other than AWS. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const form =
  's3://KEY:SECRET@HOST:PORT/BUCKET?region=REGION&tls=false, or s3://KEY:SECRET@/BUCKET?region=REGION for AWS';

/** Returns the address in a setting. @throws Error with the fault, which repeats no secret */
export function parseStoreAddress(text: string): StoreAddress {
  if (!/^s3:/i.test(text)) {
    if (text.trim() === '') throw new Error('is empty');
    return { directory: text };
  }
  // A URL with a user needs a host.
  const url = URL.canParse(text.replace('@/', '@aws/')) ? new URL(text.replace('@/', '@aws/')) : null;
  const bucket = url?.pathname.replace(/^\/|\/$/g, '') ?? '';
  if (
    !url ||
    url.username === '' ||
    url.password === '' ||
    url.host === '' ||
    !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)
  )
    throw new Error(`is no address of a bucket. It is ${form}`);
  const isPlain = url.searchParams.get('tls') === 'false';
  return {
    bucket,
    endpoint: url.host === 'aws' ? null : `${isPlain ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
