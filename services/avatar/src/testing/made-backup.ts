import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { pack } from 'tar-stream';

export interface MadeBackup {
  /** Content by path; the manifest describes it correctly. */
  files?: Record<string, string | Buffer>;
  /** Replaces fields of the correct manifest. */
  manifest?: Record<string, unknown> | string;
  /** Entries that no manifest names. */
  more?: { name: string; type?: 'file' | 'symlink'; linkname?: string; content?: string }[];
}

/** Creates an archive like the service, or like an attacker. */
export async function madeBackup({ files = {}, manifest = {}, more = [] }: MadeBackup): Promise<Buffer> {
  const true_ = {
    format: 'anima-avatar-backup',
    version: 1,
    created_at: '2026-03-01T09:30:00.000Z',
    service_version: '0.1.0',
    dirs: [...new Set(Object.keys(files).map((path) => path.split('/')[0]))],
    files: Object.entries(files).map(([path, content]) => ({
      path,
      bytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  };
  const text = typeof manifest === 'string' ? manifest : JSON.stringify({ ...true_, ...manifest });
  const tar = pack();
  tar.entry({ name: 'manifest.json' }, text);
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content as string);
  for (const { content, ...header } of more) {
    if (header.type === 'symlink') tar.entry(header);
    else tar.entry(header, content ?? '');
  }
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** A database file in which this SQL was run. */
export function madeDatabase(sql: string): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'anima-made-'));
  try {
    const db = new DatabaseSync(join(dir, 'made.db'));
    db.exec(sql);
    db.close();
    return readFileSync(join(dir, 'made.db'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
