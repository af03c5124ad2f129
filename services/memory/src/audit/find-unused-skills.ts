import type { Observation } from './audit-run.js';
import type { ConfigFile } from './config-folder.js';
import { evidenceLine } from './excerpt.js';
import { digest } from './fingerprint.js';
import { readSkill } from './read-skill.js';
import type { SkillSource } from './skill-folder.js';
import { mentions } from './skill-mentions.js';

/**
 * Collects references to skills. Call `look` for every text, then `observations` for the unused and broken
 * skills.
 */
export interface SkillCensus {
  look(text: string): void;
  observations(): Observation[];
}

export function countSkills(sources: readonly SkillSource[], configs: readonly ConfigFile[]): SkillCensus {
  const skills = sources.map((source) => ({ source, skill: readSkill(source) }));
  const unused = new Map(
    skills
      .filter(({ skill }) => skill.fault === null)
      .map(({ source, skill }) => [source, mentions(skill.name)] as const),
  );

  function look(text: string, own?: SkillSource): void {
    if (unused.size === 0) return;
    const folded = text.toLowerCase();
    for (const [source, isMentioned] of unused)
      if (source !== own && isMentioned(folded)) unused.delete(source);
  }

  for (const { text } of configs) look(text);
  for (const { source } of skills) {
    if (source.content.state === 'read') look(source.content.text, source);
    for (const text of source.otherTexts) look(text, source);
  }

  return {
    look,
    observations: () =>
      skills.flatMap(({ source, skill }) => {
        if (skill.fault !== null) return [brokenSkill(source, skill.fault)];
        return unused.has(source) ? [unusedSkill(source, skill.description)] : [];
      }),
  };
}

function unusedSkill({ folder, path }: SkillSource, description: string): Observation {
  return {
    kind: 'unused_skill',
    severity: 'low',
    title: `Nothing refers to the skill ${folder}`,
    detail: `No active memory, no file of config_dir and no other skill names "${folder}".`,
    memoryIds: [],
    evidence: [path, `description: ${evidenceLine(description)}`],
    suggestion: `Remove ${path} if the skill is no longer needed, or tell agents in a memory or config file when to use it.`,
    subjects: [digest('skill', path, 'unused')],
  };
}

function brokenSkill({ folder, path }: SkillSource, fault: string): Observation {
  return {
    kind: 'unused_skill',
    severity: 'low',
    title: `The skill ${folder} is broken: SKILL.md ${fault}`,
    detail:
      'Agents cannot load a skill whose SKILL.md has no readable frontmatter with its name and description.',
    memoryIds: [],
    evidence: [path, `SKILL.md ${fault}`],
    suggestion: `Correct ${path}: it begins with "---", then name: ${folder} and description: ..., then "---".`,
    subjects: [digest('skill', path, fault)],
  };
}
