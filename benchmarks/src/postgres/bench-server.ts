import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineServer, ownPostgres } from '@anima/test-engines';

/**
 * Starts a PostgreSQL with the settings of a small server. It ends with this process, and its files are in
 * the folder of temporary files.
 */
export async function startBenchServer(): Promise<EngineServer> {
  const folder = mkdtempSync(join(tmpdir(), 'anima-bench-postgres-'));
  process.env.ANIMA_TEST_ENGINES = folder;
  process.env.ANIMA_TEST_ENGINES_OWNER = String(process.pid);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return ownPostgres({
    shared_buffers: '1GB',
    effective_cache_size: '3GB',
    maintenance_work_mem: '1GB',
    max_wal_size: '4GB',
    fsync: 'on',
    full_page_writes: 'on',
  });
}
