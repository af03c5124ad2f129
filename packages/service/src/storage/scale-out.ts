import { AppError } from '../errors.js';
import type { RelayPosition } from '../events/event-relay.js';
import type { EventPublisher } from '../events/events.js';
import type { IdempotencyStore } from '../idempotency/idempotency.js';
import type { Postgres, PostgresEventLog, PostgresOptions, PostgresQueues } from '../postgres/postgres.js';
import type { Bucket } from './bucket.js';
import type { RemoteCache } from './remote-cache.js';

/**
 * The modules of the optional package `@anima/scale-out`, which implements them. Services load a module only if a setting
 * names its engine, so an installation without the package serves one process per data directory.
 */
export interface ScaleOut {
  postgres: {
    /** Opens no connection yet. */
    openPostgres(options: PostgresOptions): Postgres;
    /** Creates the tables of the event log if they are missing. */
    openPostgresEventLog(db: Postgres, options?: EventLogLimits): Promise<PostgresEventLog>;
    /** Creates the table of idempotency keys if it is missing. */
    openPostgresIdempotencyStore(db: Postgres): Promise<IdempotencyStore>;
    /** Opens queues in their own schema, which it creates if it is missing. */
    openPostgresQueues(db: Postgres, schema: string): Promise<PostgresQueues>;
  };
  redis: {
    /** Connects, and reconnects, in the background. */
    openRedis(options: RedisOptions): RemoteCache & { close(): Promise<void> };
  };
  s3: {
    /**
     * Sends no request yet. Throws `invalid_configuration` if the URL is not
     * `s3://[key:secret@]host[:port]/bucket[/prefix]`.
     */
    openBucket(setting: string, url: string): Bucket;
  };
  nats: {
    /** Resolves also if the server is unreachable. Rejects with `invalid_configuration` if the URL is invalid. */
    openPublisher(options: NatsPublisherOptions): Promise<NatsPublisher>;
  };
}

/** Limits of an event log: it keeps at least `keep` events for clients that were away, or fewer if they exceed `maxBytes`. */
export interface EventLogLimits {
  keep?: number;
  maxBytes?: number;
}

export interface RedisOptions {
  /** redis://user:password@host:6379/0, or rediss:// */
  url: string;
  /** Prefix of every key, so that services on one server do not share keys. */
  prefix: string;
  /** Called once each time the server becomes unreachable. */
  onError: (error: unknown) => void;
}

export interface NatsPublisherOptions {
  /** Name of the setting that has the URL, for error messages. */
  setting: string;
  /** nats://host:4222 or tls://host:4222, with the name of the stream as its optional path. */
  url: string;
  /** Name of the stream if the URL has no path. */
  defaultName: string;
  /** Id of the event log. A stream accepts the events of one log only. */
  logId: string;
  /** Called with failures of background work. */
  onError: (error: unknown) => void;
}

export interface NatsPublisher {
  publisher: EventPublisher;
  /** Id of the last event in the stream, read from the stream itself. */
  position: RelayPosition;
  close(): Promise<void>;
}

/**
 * Loads a module of `@anima/scale-out` for the setting that requires it. Rejects with `invalid_configuration` if the
 * package, or one of its dependencies, is not installed.
 */
export async function loadScaleOut<Name extends keyof ScaleOut>(
  name: Name,
  setting: string,
): Promise<ScaleOut[Name]> {
  // The name is computed, so that neither the compiler nor the bundler requires the package.
  const specifier = `@anima/scale-out/${name}`;
  try {
    const module = (await import(specifier)) as { default: ScaleOut[Name] };
    return module.default;
  } catch (error) {
    throw new AppError(
      'invalid_configuration',
      `${setting} requires the optional package @anima/scale-out, which is not installed. ` +
        'Run "npm install @anima/scale-out" next to Anima ("npm run scale-out" in a clone), then start the service again',
      { cause: error },
    );
  }
}
