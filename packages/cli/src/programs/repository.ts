import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository or of the installed package; this module is built into `packages/cli/dist/programs/`. */
const root = dirname(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))));

export const serviceNames = ['memory', 'avatar'] as const;
export type ServiceName = (typeof serviceNames)[number];

const inMemoryService = (name: string): string => join(root, 'services', 'memory', 'dist', name);
export const serviceMain = (name: ServiceName): string =>
  join(root, 'services', name, 'dist', 'program', 'main.js');
/** The command `anima`. */
export const animaProgram = join(root, 'packages', 'cli', 'anima.mjs');
export const mcpMain = inMemoryService('program/mcp-stdio.js');

/** Programs with their own help and options, which need no running service. */
export const programs = {
  models: {
    main: join(root, 'packages', 'models', 'dist', 'main.js'),
    summary: 'list, fetch, verify and remove voices, faces and judges of others (docs/models.md)',
    examples: ['anima models list', 'anima models fetch NAME'],
  },
  reindex: {
    main: inMemoryService('reindex-main.js'),
    summary: 're-embed all memories with the configured model (docs/embedding-model.md)',
    examples: ['anima reindex'],
  },
  calibrate: {
    main: inMemoryService('calibrate-main.js'),
    summary: 'measure the thresholds of an embedding model (docs/embedding-model.md)',
    examples: ['anima calibrate'],
  },
} as const;

export const shippedModels = join(root, 'models');

/** Whether npm installed an ffmpeg for this platform. */
export function hasPackagedFfmpeg(): boolean {
  try {
    createRequire(join(root, 'package.json')).resolve(
      `@ffmpeg-installer/${process.platform}-${process.arch}/package.json`,
    );
    return true;
  } catch {
    return false;
  }
}

export function ownVersion(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
