import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { slashed } from '../../import/files/foreign-walk.js';
import { mayBeMemory } from '../../import/formats.js';
import type { ConfigFile, ConfigFolder } from '../config-folder.js';
import { readTextInside } from './read-text-inside.js';

const MAX_FILES = 200;
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 4;
const MAX_FILE_BYTES = 256 * 1024;

/** Folders in which the tools store their configuration; no other folder is entered. */
const FOLDERS =
  /^(?:\.claude|\.codex|\.gemini|\.cursor|\.github|\.windsurf|\.clinerules|\.agents|rules|instructions|commands|agents|prompts|memory-bank)$/i;
const INSTRUCTIONS =
  /(?:^|\/)(?:(?:CLAUDE|CLAUDE\.local|AGENTS|AGENTS\.override|GEMINI|copilot-instructions)\.md|[^/]+\.instructions\.md|[^/]+\.mdc|\.cursorrules|\.windsurfrules|\.clinerules)$|(?:^|\/)(?:rules|instructions|memory-bank|\.clinerules)\/(?:.+\/)?[^/]+\.(?:md|txt)$/i;
const SETTINGS =
  /(?:^|\/)(?:settings(?:\.local)?|config|mcp|\.mcp|\.editorconfig|\.prettierrc)(?:\.(?:json|jsonc|ya?ml|toml))$/i;
const PROMPT = /(?:^|\/)(?:commands|agents|prompts)\/(?:.+\/)?[^/]+\.md$/i;

export function createConfigFolder(): ConfigFolder {
  return {
    async read(directory) {
      const notes: string[] = [];
      const { names, cut } = await configNames(directory);
      if (cut || names.length > MAX_FILES) {
        notes.push(`config_dir was read in part: at most ${MAX_FILES} files of ${MAX_ENTRIES} entries`);
      }
      const files: ConfigFile[] = [];
      // AGENTS.md is often a link to CLAUDE.md, so each file is read once.
      const seen = new Set<string>();
      for (const { name, kind } of names.slice(0, MAX_FILES)) {
        const path = join(directory, name);
        const real = await realpath(path).catch(() => path);
        if (seen.has(real)) continue;
        seen.add(real);
        const read = await readTextInside(directory, path, MAX_FILE_BYTES, mayRead);
        if (read.state === 'read') files.push({ path, name, kind, text: read.text });
        else if (read.state === 'unreadable') notes.push(`${name} ${read.why} and was not read`);
      }
      return { files, notes };
    },
  };
}

async function configNames(
  directory: string,
): Promise<{ names: { name: string; kind: ConfigFile['kind'] }[]; cut: boolean }> {
  const names: { name: string; kind: ConfigFile['kind'] }[] = [];
  let entries = 0;
  const waiting = [{ inside: '', depth: 0 }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { inside, depth } = next;
    const found = await readdir(join(directory, inside), { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      if (++entries > MAX_ENTRIES) return { names: sorted(names), cut: true };
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
      // Subfolders of such a folder are also entered: rules/backend/api.md.
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH && (inside !== '' || FOLDERS.test(entry.name)) && !isStore(entry.name))
          waiting.push({ inside: name, depth: depth + 1 });
        continue;
      }
      const kind = kindOf(name);
      if (kind !== null) names.push({ name, kind });
    }
  }
  return { names: sorted(names), cut: false };
}

/** Folders of the tools without configuration: transcripts, caches; skills are read separately. */
function isStore(folder: string): boolean {
  return /^(?:skills|projects|plugins|todos|sessions|history|cache|logs?|statsig|shell-snapshots|node_modules|workflows|tmp)$/i.test(
    folder,
  );
}

function kindOf(name: string): ConfigFile['kind'] | null {
  if (INSTRUCTIONS.test(name)) return 'instructions';
  if (SETTINGS.test(name)) return 'settings';
  return PROMPT.test(name) ? 'prompt' : null;
}

/** Checks the target of a link: a link named `settings.json` may not lead to a key. */
function mayRead(inside: string): boolean {
  const path = slashed(inside);
  return kindOf(path) !== null || mayBeMemory(`/${path}`, path);
}

function sorted<T extends { name: string }>(names: T[]): T[] {
  return names.sort((a, b) => (a.name < b.name ? -1 : 1));
}
