import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import type { ClipBatch } from '@anima/client';
import { usageError } from '../failure.js';
import { markdownScript } from './markdown-script.js';
import { type Script, scriptFrom } from './script.js';
import { yamlScript } from './yaml-script.js';

const LARGEST_BYTES = 1024 * 1024;

/** A script file as the service takes it; files it names are looked for beside it. @throws CommandFailure with the line */
export function readScript(path: string): ClipBatch {
  return withPaths(parseScript(path, textOfFile(path)), dirname(resolve(path)));
}

/** By the ending of its name. */
export function parseScript(path: string, text: string): Script {
  const ending = extname(path).toLowerCase();
  if (ending === '.yaml' || ending === '.yml' || ending === '.json') return scriptFrom(yamlScript(text));
  if (ending === '.md' || ending === '.markdown' || ending === '.txt')
    return scriptFrom(markdownScript(text));
  throw usageError(`Expected a script that ends in .yaml, .yml, .json, .md or .txt, received ${path}`);
}

function textOfFile(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > LARGEST_BYTES)
      throw usageError(`Expected a script of at most 1 MiB, received ${size} bytes in ${path}`);
    return readFileSync(path, 'utf8')
      .replace(/^\ufeff/, '')
      .replaceAll('\r\n', '\n');
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      typeof error.code === 'string' &&
      error.code.startsWith('E')
    )
      throw usageError(`Expected a script to read: ${error.message}`);
    throw error;
  }
}

function withPaths({ scenes, defaults, concat, continue_on_error }: Script, folder: string): ClipBatch {
  const placed = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        (name === 'audio_path' || name === 'source_path') && typeof value === 'string'
          ? resolve(folder, value)
          : value,
      ]),
    );
  return {
    scenes: scenes.map(placed),
    ...(Object.keys(defaults).length === 0 ? {} : { defaults: placed(defaults) }),
    ...(concat === undefined ? {} : { concat }),
    ...(continue_on_error === undefined ? {} : { continue_on_error }),
  } as ClipBatch;
}
