import { createHash } from 'node:crypto';
import { publishedFiles } from './published-files.js';
import { zip } from './zip.js';

/** The MCP bundle, which is a ZIP of its manifest and its server, and what it is known by. */
export function makeMcpb(version: string): { bytes: Buffer; sha256: string } {
  const files = Object.entries(publishedFiles(version)).flatMap(([path, text]) =>
    path.startsWith('mcpb/') ? [[path.slice('mcpb/'.length), text] as const] : [],
  );
  const bytes = zip(Object.fromEntries(files));
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
