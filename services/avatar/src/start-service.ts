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
import { createBackupStore } from './adapters/backup/backup-store.js';
import { createRestoreArea } from './adapters/backup/restore-journal.js';
import { createMediaStore } from './adapters/files/media-store.js';
import { createSettingsFile } from './adapters/files/settings-file.js';
import { createTokenIntrospection } from './adapters/http/token-introspection.js';
import { saveJobs, takeJobs } from './adapters/sqlite/copy-jobs.js';
import { createSqliteJobStore } from './adapters/sqlite/job-store.js';
import { openDatabase } from './adapters/sqlite/open-database.js';
import { createAvatarAuth, createFirstLook } from './authentication.js';
import type { AvatarConfig } from './config.js';
import { type JobKind, jobKinds } from './domain/job.js';
import { createJobRunner, type JobHandler } from './domain/job-runner.js';
import { createTickets } from './domain/tickets.js';
import { avatarErrors } from './error-codes.js';
import { authRoutes } from './routes/auth.js';
import { backupRoutes } from './routes/backups.js';
import { jobRoutes } from './routes/jobs.js';
import { mediaRoutes } from './routes/media.js';
import { settingsRoutes } from './routes/settings.js';

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
    const area = createRestoreArea(config.AVATAR_DATA_DIR, (path) => takeJobs(db, path));
    if (await area.recover()) log.info('a restore that was interrupted is complete now');
    const settings = await createSettingsFile(join(config.AVATAR_DATA_DIR, 'settings', 'settings.json'));
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
      concurrency: () => {
        const { speech_concurrency: speech, render_concurrency: render } = settings.current;
        return { tts: speech, lipsync: render, lipsync_batch: render, enhance: render };
      },
      clock,
      onFailure: (job, error) => log.error({ err: error, job_id: job.jobId }, 'job failed'),
      onFinished: () => {},
    });
    closers.push(() => runner.close());

    let restoring = false;
    const backups = await createBackupStore({
      dataDir: config.AVATAR_DATA_DIR,
      version,
      clock,
      area,
      saveJobs: (path) => saveJobs(db, path),
      async whileStill(work) {
        restoring = true;
        try {
          await runner.pause();
          return await work();
        } finally {
          await settings.reload();
          restoring = false;
          runner.resume();
        }
      },
    });

    const firstLook = createFirstLook(authServer !== undefined && serviceToken === undefined);
    const service = await createService({
      name: 'avatar',
      title: 'Anima avatar',
      version,
      description: 'Speech with word times, lip-synced clips and face restoration, as jobs.',
      host: config.AVATAR_HOST,
      port: config.PORT,
      tokens: [],
      ...(authenticate === undefined ? {} : { authenticate }),
      onEveryRequest: (request) => {
        firstLook(request);
        // What would be written now would be replaced a moment later.
        if (restoring && request.method !== 'GET' && request.method !== 'HEAD')
          throw new AppError('unavailable', 'A backup is being restored', {
            headers: { 'retry-after': '1' },
          });
      },
      bodyLimitBytes: config.AVATAR_MAX_BODY_BYTES,
      errors: avatarErrors,
      idempotency: createSqliteIdempotencyStore(db),
      ...options,
      routes: (app) => {
        app.decorateRequest('queryTicket', null);
        authRoutes(app, tickets);
        jobRoutes(app, { store, runner });
        settingsRoutes(app, settings, () => {
          for (const kind of jobKinds) runner.wake(kind);
        });
        backupRoutes(app, backups, clock);
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
