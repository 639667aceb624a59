import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseStoreAddress } from '../../files/store-address.ts';

const test = suite('the address of the file store');

test('a directory, a store that is compatible with S3, and AWS', () => {
  assert.equal(parseStoreAddress('/srv/files'), { directory: '/srv/files' });
  const own = parseStoreAddress('s3://key:a%2Fb@minio:9000/formlog?tls=false');
  assert.equal(own, {
    bucket: 'formlog',
    endpoint: 'http://minio:9000',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'a/b',
  });
  const aws = parseStoreAddress('s3://key:secret@/formlog?region=eu-central-1');
  assert.equal(['endpoint' in aws && aws.endpoint, 'region' in aws && aws.region], [null, 'eu-central-1']);
});

test('a fault repeats no secret', () => {
  for (const text of [
    's3://',
    's3://minio/formlog',
    's3://key:SECRET@minio',
    's3://key:SECRET@minio/Form_log',
    ' ',
  ])
    assert.throws(
      () => parseStoreAddress(text),
      (error: Error) =>
        !error.message.includes(':SECRET@minio') && /is (empty|no address)/.test(error.message),
    );
});

test.run();
