import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of the built program, `packages/cli/dist/programs/`. */
const root = dirname(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))));

export const serviceNames = ['memory', 'avatar'] as const;
export type ServiceName = (typeof serviceNames)[number];

export const serviceMain = (name: ServiceName): string =>
  join(root, 'services', name, 'dist', 'program', 'main.js');
export const mcpMain = join(root, 'services', 'memory', 'dist', 'program', 'mcp-stdio.js');
export const shippedModels = join(root, 'models');

export const fetchedFfmpeg = join(root, 'node_modules', '@ffmpeg-installer');

export function ownVersion(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
