import type { Postgres, PostgresQueries, PostgresQueues } from '@anima/service/postgres';
import PgBoss from 'pg-boss';

/** Opens the queues of pg-boss in their own schema. Retries, schedules and archives of pg-boss are off. */
export async function openPostgresQueues(db: Postgres, schema: string): Promise<PostgresQueues> {
  const boss = new PgBoss({ db: runsOn(db), schema, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  const known = new Map<string, Promise<void>>();
  return {
    prepare(queue) {
      const made =
        known.get(queue) ??
        boss.createQueue(queue).catch((error) => {
          known.delete(queue);
          throw error;
        });
      known.set(queue, made);
      return made;
    },
    async put(tx, queue, order) {
      const line = await boss.send(queue, {}, { db: runsOn(tx), priority: -(order % 2 ** 31) });
      if (line === null) throw new Error(`Expected the queue ${queue} to take a line`);
      return line;
    },
    async take(tx, queue) {
      const [line] = await boss.fetch(queue, { db: runsOn(tx) });
      if (line === undefined) return null;
      await boss.deleteJob(queue, line.id, { db: runsOn(tx) });
      return line.id;
    },
    async remove(tx, queue, line) {
      await boss.deleteJob(queue, line, { db: runsOn(tx) });
    },
  };
}

function runsOn(queries: PostgresQueries): PgBoss.Db {
  return {
    async executeSql(text, values) {
      return { rows: await queries.query(text, values) };
    },
  };
}
