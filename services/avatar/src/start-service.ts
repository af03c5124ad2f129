import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AppError,
  assertBindAllowed,
  createLog,
  createService,
  createSqliteEventLog,
  createSqliteIdempotencyStore,
  type LogStream,
  lockDataDirectory,
  registerEventStream,
} from '@anima/service';
import { createMediaStore } from './adapters/files/media-store.js';
import { createTokenIntrospection } from './adapters/http/token-introspection.js';
import { createSqliteJobStore } from './adapters/sqlite/job-store.js';
import { openDatabase } from './adapters/sqlite/open-database.js';
import { createAvatarAuth, createFirstLook } from './authentication.js';
import type { AvatarConfig } from './config.js';
import type { JobKind } from './domain/job.js';
import { createJobRunner, type JobHandler } from './domain/job-runner.js';
import { createTickets } from './domain/tickets.js';
import { avatarErrors } from './error-codes.js';
import { authRoutes } from './routes/auth.js';
import { jobRoutes } from './routes/jobs.js';
import { mediaRoutes } from './routes/media.js';

export interface AvatarService {
  url: string;
  /** Takes up nothing new, hands running jobs back, frees the data directory. */
  close(): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export interface StartOptions {
  /** Receives the access log and notices as JSON lines (default: stdout). */
  logStream?: LogStream;
  /** Turns an answer that is not as its schema says into an error, for tests. */
  checkResponses?: boolean;
  /** In place of the engines, for tests of the queue. */
  handlers?: Partial<Record<JobKind, JobHandler>>;
}

/** The avatar service, wired from top to bottom. Throws an AppError in one clear line where it cannot start. */
export async function startAvatarService(
  config: AvatarConfig,
  { handlers, ...options }: StartOptions = {},
): Promise<AvatarService> {
  const clock = Date.now;
  const { AVATAR_SERVICE_TOKEN: serviceToken, AVATAR_AUTH_SERVER: authServer } = config;
  const tickets = createTickets(config.AVATAR_TICKET_SECRET, clock);
  const authenticate = createAvatarAuth({
    serviceToken,
    hasTicketSecret: config.AVATAR_TICKET_SECRET !== undefined,
    tickets,
    introspection:
      authServer === undefined || serviceToken === undefined
        ? null
        : createTokenIntrospection({ url: authServer, serviceToken, clock }),
  });
  assertBindAllowed(config.AVATAR_HOST, authenticate !== undefined);
  const log = createLog('avatar', options.logStream);

  /** Undone in reverse: whatever was opened last is closed first. */
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };

  try {
    const lock = lockDataDirectory(config.AVATAR_DATA_DIR);
    closers.push(() => lock.release());
    const db = openDatabase(config.AVATAR_DATA_DIR);
    closers.push(() => db.close());
    const events = createSqliteEventLog(db);
    const store = createSqliteJobStore({ db, events });
    const media = await createMediaStore(join(config.AVATAR_DATA_DIR, 'media'));
    await media.clean();
    const reclaimed = store.reclaim(clock(), null);
    if (reclaimed.length > 0) log.info({ jobs: reclaimed.length }, 'jobs of the last run taken up again');

    const notYet: JobHandler = async () => {
      throw new AppError('unavailable', 'This engine is not part of this version');
    };
    const runner = createJobRunner({
      store,
      handlers: { tts: notYet, lipsync: notYet, lipsync_batch: notYet, enhance: notYet, ...handlers },
      concurrency: () => ({ tts: 1, lipsync: 1, lipsync_batch: 1, enhance: 1 }),
      clock,
      onFailure: (job, error) => log.error({ err: error, job_id: job.jobId }, 'job failed'),
      onFinished: () => {},
    });
    closers.push(() => runner.close());

    const service = await createService({
      name: 'avatar',
      title: 'Anima avatar',
      version,
      description: 'Speech with word times, lip-synced clips and face restoration, as jobs.',
      host: config.AVATAR_HOST,
      port: config.PORT,
      tokens: [],
      ...(authenticate === undefined ? {} : { authenticate }),
      onEveryRequest: createFirstLook(authServer !== undefined && serviceToken === undefined),
      bodyLimitBytes: config.AVATAR_MAX_BODY_BYTES,
      errors: avatarErrors,
      idempotency: createSqliteIdempotencyStore(db),
      ...options,
      routes: (app) => {
        app.decorateRequest('queryTicket', null);
        authRoutes(app, tickets);
        jobRoutes(app, { store, runner });
        mediaRoutes(app, { store, media });
        registerEventStream(app, { url: '/events', log: events });
      },
    });
    closers.push(() => service.close());
    const { url } = await service.listen();
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
