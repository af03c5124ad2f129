import { createBackoff, createCircuitBreaker } from '@anima/service/engines';
import {
  isAway,
  isOfFullPool,
  isSerializationFailure,
  type Postgres,
  type PostgresOptions,
  type PostgresQueries,
  postgresError,
  type TransactionOptions,
  unavailableError,
} from '@anima/service/postgres';
import pg from 'pg';
import { createListener } from './listener.js';

const INT8 = 20;
/** Maximum number of attempts for a transaction that fails to serialise. */
const MAX_ATTEMPTS = 12;

/** Maximum time that a statement of maintenance waits for a lock. */
const LOCK_TIMEOUT_MS = 2_000;

/** Creates a pool of connections. Connections are opened on first use. */
export function openPostgres(options: PostgresOptions): Postgres {
  const {
    url,
    name,
    maxConnections = 10,
    connectTimeoutMs = 5_000,
    statementTimeoutMs = 15_000,
    onError,
  } = options;
  const settings: pg.PoolConfig = {
    connectionString: url,
    application_name: name,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
    // A process that hangs must not hold its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
  const pool = new pg.Pool(settings);
  pool.on('error', onError);
  // A connection that breaks while it is in use emits only this event; its query fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  const gate = createCircuitBreaker({
    // A full pool does not mean that the server is unreachable, if the server responded before.
    isAway: (error) => isAway(error) && (!isOfFullPool(error) || gate.isClosed()),
    refusal: (seconds) => unavailableError(undefined, seconds),
  });
  const listener = createListener(
    () => new pg.Client({ ...settings, query_timeout: undefined, statement_timeout: false }),
    onError,
  );

  /** Takes a connection from the pool. After an outage, it is first tested with a short query. */
  async function borrow(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    if (!gate.isClosed()) return client;
    try {
      await client.query('SELECT 1');
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await gate.pass(borrow);
    let broken: boolean | undefined;
    try {
      return await work(client);
    } catch (error) {
      broken = isAway(error);
      gate.noteFailure(error);
      throw error;
    } finally {
      // The pool destroys a broken connection.
      client.release(broken);
    }
  }

  const settled = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      throw postgresError(error);
    }
  };

  return {
    query: (text, values) => settled(() => withClient((client) => queriesOf(client).query(text, values))),

    async transaction(work, transactionOptions = {}) {
      const backoff = createBackoff({ firstMs: 4, maxMs: 200 });
      for (let attempt = 1; ; attempt++) {
        try {
          return await withClient((client) => transact(client, work, transactionOptions));
        } catch (error) {
          if (!isSerializationFailure(error) || attempt === MAX_ATTEMPTS) throw postgresError(error);
          await new Promise((resolve) => setTimeout(resolve, backoff.next()));
        }
      }
    },

    async maintain(statement) {
      const client = new pg.Client({
        ...settings,
        query_timeout: undefined,
        statement_timeout: false,
        lock_timeout: LOCK_TIMEOUT_MS,
      });
      client.on('error', () => {});
      try {
        await settled(async () => {
          await client.connect();
          await client.query(statement);
        });
      } finally {
        await client.end().catch(() => {});
      }
    },

    listen: (channel, onNotify) => settled(() => listener.listen(channel, onNotify)),

    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

async function transact<T>(
  client: pg.PoolClient,
  work: (tx: PostgresQueries) => Promise<T>,
  { isolation = 'read committed', readOnly = false }: TransactionOptions,
): Promise<T> {
  await client.query(`BEGIN ISOLATION LEVEL ${isolation}${readOnly ? ' READ ONLY' : ''}`);
  let answer: T;
  try {
    answer = await work(queriesOf(client));
  } catch (error) {
    // If the connection is broken, the server rolls the transaction back.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
  const { command } = await client.query('COMMIT');
  // If a statement failed and `work` ignored the error, the server responds with ROLLBACK and no error.
  if (command !== 'COMMIT') throw new Error(`Expected COMMIT of the transaction, received ${command}`);
  return answer;
}

function queriesOf(client: pg.ClientBase): PostgresQueries {
  return {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      const { rows } = await client.query<Row>(text, [...values]);
      return rows;
    },
  };
}

/** Parses bigint as a number: the keys, times and counts of Anima stay below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 && format !== 'binary') return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}
