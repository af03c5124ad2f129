import { describe, expect, it } from 'vitest';
import { readBucketAddress } from './bucket-address.js';

const read = (text: string) => readBucketAddress('AVATAR_MEDIA_URL', text);

describe('the address of a bucket', () => {
  it('parses server, bucket, prefix and credentials', () => {
    expect(
      read('s3://key:se%2Fcret@127.0.0.1:9000/media/anima/prod/?region=eu-1&tls=off&style=host'),
    ).toEqual({
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-1',
      bucket: 'media',
      prefix: 'anima/prod/',
      credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
      isInPath: false,
    });
  });

  it('defaults to TLS, the bucket in the path and the credentials of the environment', () => {
    expect(read('s3://s3.example.org/media')).toMatchObject({
      ...{ endpoint: 'https://s3.example.org', prefix: '', credentials: null, isInPath: true },
    });
  });

  it.each([
    ['http://host/bucket', 'another kind of address'],
    ['s3://', 'no host'],
    ['s3:///bucket', 'no host'],
    ['s3://host', 'no name of a bucket'],
    ['s3://host/B', 'no name of a bucket'],
    ['s3://key@host/bucket', 'a key without its secret'],
    ['s3://k%zz:s@host/bucket', 'not percent-encoded'],
    ['s3://host/bucket/a b', 'a prefix with other characters'],
    ['s3://host/bucket/a/../b%2e', 'a prefix with other characters'],
    ['s3://host/bucket?tls=no', 'another tls'],
    ['s3://host/bucket?style=both', 'another style'],
    ['s3://host/bucket?tsl=on', 'an option other than'],
    ['s3://host/bucket?region=a%20b', 'no name of a region'],
    ['s3://host/bucket#x', 'a "#"'],
  ])('is refused in one line: %s', (text, received) => {
    expect(() => read(text)).toThrow(received);
  });

  it('repeats no secret', () => {
    expect(() => read('s3://key:tellnobody@host/B')).toThrow(/^AVATAR_MEDIA_URL: expected (?!.*tellnobody)/);
  });
});
