import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMarkdownName } from '../../import/formats.js';
import type { SkillFolder, SkillSource } from '../skill-folder.js';
import { readTextInside } from './read-text-inside.js';

/** Users have tens of skills; a folder with more entries than this is something else. */
const MAX_FOLDERS = 1_000;
/** A SKILL.md is read into a prompt, so it has a few KiB. */
const MAX_SKILL_BYTES = 256 * 1024;
const MAX_OTHER_FILES = 20;

export function createSkillFolder(): SkillFolder {
  return {
    async read(directory) {
      const entries = (await listed(directory)).filter(({ name }) => !name.startsWith('.'));
      const folders = entries.filter((entry) => entry.isDirectory());
      const notes: string[] = [];
      const links = entries.filter((entry) => entry.isSymbolicLink());
      if (links.length > 0) {
        notes.push(
          `skills_dir has links, which are not followed: ${links.map(({ name }) => name).join(', ')}`,
        );
      }
      if (folders.length > MAX_FOLDERS) {
        notes.push(`skills_dir has ${folders.length} folders; only the first ${MAX_FOLDERS} were read`);
      }
      const skills: SkillSource[] = [];
      for (const { name } of folders.slice(0, MAX_FOLDERS)) {
        const skill = await readSkill(directory, name);
        if (skill !== null) skills.push(skill);
      }
      return { skills, notes };
    },
  };
}

async function readSkill(directory: string, folder: string): Promise<SkillSource | null> {
  const home = join(directory, folder);
  const entries = await listed(home);
  const names = entries.map(({ name }) => name).filter((name) => /^skill\.md$/i.test(name));
  const name = names.includes('SKILL.md') ? 'SKILL.md' : names[0];
  if (name === undefined) return null;
  const path = join(home, name);
  if (name !== 'SKILL.md') {
    return { folder, path, content: { state: 'unreadable', why: `is spelled ${name}` }, otherTexts: [] };
  }
  const content = await readTextInside(directory, path, MAX_SKILL_BYTES, isMarkdownName);
  if (content.state === 'missing') return null;
  return { folder, path, content, otherTexts: await otherTexts(directory, home, entries) };
}

/** Returns the Markdown files next to SKILL.md and one level below, such as `references/*.md`. */
async function otherTexts(directory: string, home: string, entries: readonly Dirent[]): Promise<string[]> {
  const paths = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  for (const folder of entries.filter((entry) => entry.isDirectory()).slice(0, MAX_OTHER_FILES)) {
    for (const entry of await listed(join(home, folder.name))) {
      if (entry.isFile()) paths.push(join(folder.name, entry.name));
    }
  }
  const markdown = paths
    .filter((path) => /\.md$/i.test(path) && path !== 'SKILL.md')
    .slice(0, MAX_OTHER_FILES);
  const texts: string[] = [];
  for (const path of markdown) {
    const read = await readTextInside(directory, join(home, path), MAX_SKILL_BYTES, isMarkdownName);
    if (read.state === 'read') texts.push(read.text);
  }
  return texts;
}

/** Lists a folder by name; a folder that may not be read is empty. */
async function listed(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [] as Dirent[]);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
