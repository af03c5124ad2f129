import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  booleanSetting,
  defineSettings,
  durationSetting,
  engineUrlSetting,
  integerSetting,
  originListSetting,
  pathListSetting,
  pathSetting,
  postgresUrlSetting,
  secretSetting,
  stringSetting,
} from '@anima/service/settings';
import { jobKindsSetting } from './jobs/job-kinds-setting.js';

/** Every environment variable of the avatar service, once. `--help` prints this table. */
export const settings = defineSettings({
  AVATAR_HOST: stringSetting({
    default: '127.0.0.1',
    help: 'Address to listen on; elsewhere than loopback needs AVATAR_SERVICE_TOKEN, AVATAR_TICKET_SECRET or AVATAR_AUTH_SERVER',
  }),
  MEMORY_URL: stringSetting({
    defaultText: 'of MEMORY_PORT',
    help: 'Address of the memory service, to which the studio and the page /live lead',
  }),
  MEMORY_PORT: integerSetting({
    min: 0,
    max: 65_535,
    default: 9090,
    help: 'Port of the memory service on this machine',
  }),
  PORT: integerSetting({ min: 0, max: 65_535, default: 8765, help: 'Port to listen on; 0 takes a free one' }),
  AVATAR_DATA_DIR: pathSetting({
    default: join(process.env.ANIMA_HOME || join(homedir(), '.anima'), 'avatar'),
    defaultText: '~/.anima/avatar',
    help: 'Folder of catalog, media, jobs, settings and backups; under ANIMA_HOME if that is set',
  }),
  AVATAR_DATABASE_URL: postgresUrlSetting({
    help: 'PostgreSQL for jobs, settings, tickets and events, so that several processes share them; without it a file in AVATAR_DATA_DIR, for one process',
  }),
  AVATAR_PRELOAD: booleanSetting({
    default: true,
    help: 'Load the default voice and face while the service starts, for the sake of the first clip; false saves their memory until they are needed',
  }),
  AVATAR_JOB_KINDS: jobKindsSetting({
    help: 'Jobs that this process runs: speech, clips, enhance, or none if render workers run them all',
  }),
  AVATAR_JOB_CONCURRENCY: integerSetting({
    min: 0,
    max: 64,
    default: 0,
    defaultText: 'speech_concurrency and render_concurrency',
    help: 'Maximum number of concurrent jobs of each kind in this process',
    formerName: 'AVATAR_JOB_PLACES',
  }),
  AVATAR_JOB_LEASE: durationSetting({
    min: 3_000,
    max: 3_600_000,
    default: 30_000,
    defaultText: '30s',
    help: 'Lease: a job is reclaimed if its worker sends no heartbeat for this time',
  }),
  AVATAR_JOB_STALL: durationSetting({
    min: 1_000,
    max: 86_400_000,
    default: 600_000,
    defaultText: '10m',
    help: 'An attempt without progress for this time is stopped and retried',
  }),
  AVATAR_WORKER_PORT: integerSetting({
    min: 0,
    max: 65_535,
    default: 8766,
    help: 'Port at which a render worker answers /health, /ready and /metrics; 0 takes a free one',
  }),
  AVATAR_FILE_ROOTS: pathListSetting({
    default: [],
    defaultText: 'none',
    help: 'Folders besides AVATAR_DATA_DIR from which input files may be read',
  }),
  AVATAR_ALLOWED_ORIGINS: originListSetting({
    default: [],
    defaultText: 'none',
    help: 'Pages on these origins may call the service and open live sessions, separated by blanks or commas, as https://example.org',
  }),
  AVATAR_SERVICE_TOKEN: secretSetting({ help: 'Bearer token with all rights' }),
  AVATAR_TICKET_SECRET: secretSetting({
    minBytes: 32,
    help: 'Signs the tickets; without it a random one for each start',
  }),
  AVATAR_AUTH_SERVER: stringSetting({
    help: 'Where other bearer tokens are checked: the address of a token introspection endpoint (RFC 7662)',
  }),
  AVATAR_AUTH_AUDIENCE: stringSetting({
    defaultText: 'any',
    help: 'Tokens of AVATAR_AUTH_SERVER must be meant for this audience ("aud")',
  }),
  AVATAR_AUTH_SCOPE: stringSetting({
    defaultText: 'any',
    help: 'Tokens of AVATAR_AUTH_SERVER must have every one of these scopes, separated by blanks ("scope")',
  }),
  FFMPEG_PATH: stringSetting({
    defaultText: 'on PATH, else the one that came with npm',
    help: 'The ffmpeg that writes and opens sound and clips',
  }),
  AVATAR_WEBHOOK_HOSTS: stringSetting({
    default: '',
    help: 'Hosts that webhooks may reach in addition to loopback, separated by commas',
  }),
  AVATAR_WEBHOOK_SECRET: secretSetting({
    help: 'Signs the webhooks (HMAC-SHA256); without it a generated secret in the file webhook-secret',
  }),
  AVATAR_MEDIA_URL: engineUrlSetting({
    schemes: ['s3'],
    example: 's3://key:secret@host:port/bucket/prefix?region=us-east-1&tls=on&style=path',
    help: 'Bucket of an S3-compatible storage for media, catalog and backups, which processes may share',
  }),
  AVATAR_MEDIA_CACHE_BYTES: integerSetting({
    min: 0,
    default: 8 * 1024 ** 3,
    help: 'With AVATAR_MEDIA_URL: bytes of local copies in addition to files in use',
  }),
  AVATAR_MAX_BODY_BYTES: integerSetting({
    min: 1024,
    max: 64 * 1024 * 1024,
    default: 1024 * 1024,
    help: 'Largest request body, uploads aside',
  }),
});

export type AvatarConfig = ReturnType<typeof settings.parse>;
