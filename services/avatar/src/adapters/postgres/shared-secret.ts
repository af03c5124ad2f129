import { randomBytes } from 'node:crypto';
import type { Postgres } from '@anima/service/postgres';

/** Returns a secret that all processes on one database share. The first process creates it. */
export async function sharedSecret(db: Postgres, name: string, ours?: string): Promise<string> {
  await db.query('INSERT INTO avatar.secrets (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    ours ?? randomBytes(32).toString('base64url'),
  ]);
  const [row] = await db.query<{ secret: string }>('SELECT secret FROM avatar.secrets WHERE name = $1', [
    name,
  ]);
  return row!.secret;
}
