import { parse } from 'yaml';
import type { SkillSource } from '../../ports/skill-folder.js';
import { assertShallowYaml } from '../text/yaml-depth.js';

/** A skill, or what is wrong with it: `fault` completes "SKILL.md ...". */
export type Skill = { name: string; description: string; fault: null } | { name: string; fault: string };

const FRONTMATTER = /^\uFEFF?---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)/;

/** The name by which others refer to it is that of its folder where the file does not tell one. */
export function readSkill({ folder, content }: SkillSource): Skill {
  const broken = (fault: string): Skill => ({ name: folder, fault });
  if (content.state === 'unreadable') return broken(content.why);
  const frontmatter = FRONTMATTER.exec(content.text)?.[1];
  if (frontmatter === undefined) return broken('has no YAML frontmatter between two lines of "---"');
  let fields: unknown;
  try {
    assertShallowYaml(frontmatter);
    // Aliases are the one way in which a small YAML text becomes a large value; no skill needs them.
    fields = parse(frontmatter, { maxAliasCount: 10, logLevel: 'error', prettyErrors: false });
  } catch (error) {
    return broken(`has a frontmatter that is not YAML: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) {
    return broken('has a frontmatter that is not a list of fields');
  }
  const { name, description } = fields as Record<string, unknown>;
  if (!isText(name)) return broken('has no name in its frontmatter');
  if (!isText(description)) return broken('has no description in its frontmatter');
  if (name.trim() !== folder)
    return broken(`names the skill "${name.trim().slice(0, 80)}", but its folder is "${folder}"`);
  return { name: folder, description: description.trim(), fault: null };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
