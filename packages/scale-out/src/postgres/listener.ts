import { createBackoff } from '@anima/service/engines';
import pg from 'pg';

/** Interval of the connection checks. A connection that is lost with its network reports no error. */
const LOOK_EVERY_MS = 15_000;

/**
 * Creates a listener that runs LISTEN on one connection. The connection is opened on first use and reopened
 * after a failure. Then each follower is called with an empty payload, because notifications can be lost.
 */
export function createListener(
  newClient: () => pg.Client,
  onError: (error: unknown) => void,
  lookEveryMs = LOOK_EVERY_MS,
) {
  const followers = new Map<string, Set<(payload: string) => void>>();
  const backoff = createBackoff();
  let connection: Promise<pg.Client> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<pg.Client> {
    const client = newClient();
    client.on('error', onError);
    client.on('notification', ({ channel, payload = '' }) => notify(channel, payload));
    try {
      await client.connect();
      for (const channel of followers.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    const look = lookAfter(client, lookEveryMs);
    client.once('end', () => {
      clearInterval(look);
      connection = null;
      reconnect();
    });
    backoff.reset();
    return client;
  }

  function connected(): Promise<pg.Client> {
    if (connection === null) {
      const attempt = connect();
      connection = attempt;
      attempt.catch(() => {
        if (connection === attempt) connection = null;
      });
    }
    return connection;
  }

  function reconnect(): void {
    if (closed || followers.size === 0 || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      if (closed) return;
      connected().then(() => {
        for (const channel of followers.keys()) notify(channel, '');
      }, reconnect);
    }, backoff.next());
    retry.unref();
  }

  function notify(channel: string, payload: string): void {
    for (const onNotify of [...(followers.get(channel) ?? [])]) {
      try {
        onNotify(payload);
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    async listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
      const client = await connected();
      const already = followers.get(channel);
      const mine = already ?? new Set();
      followers.set(channel, mine.add(onNotify));
      const forget = async () => {
        mine.delete(onNotify);
        if (mine.size > 0 || followers.get(channel) !== mine) return;
        followers.delete(channel);
        const client = await connection?.catch(() => null);
        // A new follower of this channel was added in the meantime.
        if (followers.has(channel)) return;
        await client?.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(() => {});
      };
      try {
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        await forget();
        throw error;
      }
      return forget;
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      followers.clear();
      const client = await connection?.catch(() => null);
      await client?.end().catch(() => {});
    },
  };
}

/** Destroys a connection that does not respond between two checks; it then emits `end`. */
function lookAfter(client: pg.Client, everyMs: number): NodeJS.Timeout {
  let isAnswered = true;
  const look = setInterval(() => {
    if (!isAnswered) {
      client.connection.stream.destroy();
      return;
    }
    isAnswered = false;
    client.query('SELECT 1').then(
      () => (isAnswered = true),
      () => {},
    );
  }, everyMs);
  return look.unref();
}
