import { AppError } from '@anima/service/errors';

/** Address and credentials of a bucket in an S3-compatible storage. */
export interface BucketAddress {
  /** `https://host:port` */
  endpoint: string;
  region: string;
  bucket: string;
  /** Prefix of every key: empty, or ends with a slash. */
  prefix: string;
  /** Null: the AWS SDK looks for credentials (AWS_ACCESS_KEY_ID and others). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Whether the bucket is named in the path instead of the host. */
  isInPath: boolean;
}

const EXPECTED = 's3://[key:secret@]host[:port]/bucket[/prefix][?region=...&tls=on|off&style=path|host]';
/** Naming rules of AWS: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9._/-]{0,512}$/;
const REGION = /^[a-z0-9-]{1,64}$/;
const choices = { tls: ['on', 'off'], style: ['path', 'host'] } as const;

/** Parses the address of a bucket. Throws `invalid_configuration`, with a message that omits credentials. */
export function readBucketAddress(setting: string, text: string): BucketAddress {
  const refuse = (received: string) => {
    throw new AppError('invalid_configuration', `${setting}: expected ${EXPECTED}, received ${received}`);
  };
  if (!text.startsWith('s3://') || !URL.canParse(text)) return refuse('another kind of address');
  const url = new URL(text);
  const unknown = [...url.searchParams.keys()].find((name) => !['region', 'tls', 'style'].includes(name));
  if (unknown !== undefined) return refuse('an option other than region, tls and style');
  const choice = (name: keyof typeof choices) => {
    const value = url.searchParams.get(name) ?? choices[name][0];
    if (!(choices[name] as readonly string[]).includes(value)) return refuse(`another ${name}`);
    return value;
  };
  const [bucket = '', ...rest] = url.pathname.slice(1).split('/');
  const prefix = rest.join('/').replace(/^\/|\/$/g, '');
  const region = url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1';
  if (url.hostname === '') return refuse('no host');
  if (!BUCKET.test(bucket)) return refuse('no name of a bucket');
  if (!PREFIX.test(prefix) || prefix.split('/').some((part) => /^\.{1,2}$/.test(part)))
    return refuse('a prefix with other characters than letters, digits, "-", "_", "." and "/"');
  if (!REGION.test(region)) return refuse('no name of a region');
  if ((url.username === '') !== (url.password === '')) return refuse('a key without its secret');
  if (url.hash !== '') return refuse('a "#"');
  return {
    endpoint: `${choice('tls') === 'on' ? 'https' : 'http'}://${url.host}`,
    region,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    credentials:
      url.username === ''
        ? null
        : { accessKeyId: decoded(url.username, refuse), secretAccessKey: decoded(url.password, refuse) },
    isInPath: choice('style') === 'path',
  };
}

function decoded(text: string, refuse: (received: string) => never): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('a key or secret that is not percent-encoded');
  }
}
