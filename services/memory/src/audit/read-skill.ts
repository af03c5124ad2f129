import { isMapping, parseFrontmatter, splitFrontmatter, textField } from '../text/frontmatter.js';
import type { SkillSource } from './skill-folder.js';

/** A skill or its defect. `fault` completes the sentence "SKILL.md ...". */
export type Skill = { name: string; description: string; fault: null } | { name: string; fault: string };

/**
 * Parses SKILL.md. The name of a skill is the name of its folder; a different name in SKILL.md is a fault.
 */
export function readSkill({ folder, content }: SkillSource): Skill {
  const broken = (fault: string): Skill => ({ name: folder, fault });
  if (content.state === 'unreadable') return broken(content.why);
  const frontmatter = splitFrontmatter(content.text);
  if (frontmatter === null) return broken('has no YAML frontmatter between two lines of "---"');
  let fields: unknown;
  try {
    fields = parseFrontmatter(frontmatter.yaml);
  } catch (error) {
    return broken(`has a frontmatter that is not YAML: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  if (!isMapping(fields)) return broken('has a frontmatter that is not a list of fields');
  const name = textField(fields.name);
  const description = textField(fields.description);
  if (name === null) return broken('has no name in its frontmatter');
  if (description === null) return broken('has no description in its frontmatter');
  if (name !== folder) return broken(`names the skill "${name.slice(0, 80)}", but its folder is "${folder}"`);
  return { name: folder, description, fault: null };
}
