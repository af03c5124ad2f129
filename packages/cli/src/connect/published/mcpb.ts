import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

/**
 * The files for other programs: a plugin of Claude Code, an MCP bundle, and the entry for the MCP registry. Their formats:
 * - plugin: https://code.claude.com/docs/en/plugins-reference, read 2026-11-22 for Claude Code 2.x
 * - manifest 0.3: https://github.com/anthropics/mcpb/blob/main/MANIFEST.md, read 2026-11-22
 * - server.json 2025-12-11: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json, read 2026-11-22
 */
export const publishedFolder = fileURLToPath(new URL('../../../published/', import.meta.url));

const textOf = (path: string): string => readFileSync(publishedFolder + path, 'utf8');

/** Creates the MCP bundle, a ZIP archive of the manifest and the server, and the registry entry with its address and SHA-256. */
export function makeMcpb(url: string): { bundle: Buffer; serverJson: { version: string } } {
  const bundle = zip({
    'manifest.json': textOf('mcpb/manifest.json'),
    'server/index.mjs': textOf('mcpb/server/index.mjs'),
  });
  const entry = JSON.parse(textOf('server.json')) as { version: string };
  const release = {
    registryType: 'mcpb',
    identifier: url,
    version: entry.version,
    fileSha256: createHash('sha256').update(bundle).digest('hex'),
    transport: { type: 'stdio' },
  };
  return { bundle, serverJson: { ...entry, ...{ packages: [release] } } };
}

/** The earliest date in a ZIP archive, so that archives of equal files are bit-identical. */
const DATE_1980_01_01 = 0x0021;
const UTF8_NAMES = 0x0800;

/** Creates a ZIP archive of uncompressed files (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path, 'utf8');
    const content = Buffer.from(text, 'utf8');
    const both = Buffer.alloc(26);
    both.writeUInt16LE(20, 0);
    both.writeUInt16LE(UTF8_NAMES, 2);
    both.writeUInt16LE(DATE_1980_01_01, 8);
    both.writeUInt32LE(crc32(content), 10);
    both.writeUInt32LE(content.length, 14);
    both.writeUInt32LE(content.length, 18);
    both.writeUInt16LE(name.length, 22);
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), both, name, content);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), both, rest, name);
    offset += 30 + name.length + content.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}
