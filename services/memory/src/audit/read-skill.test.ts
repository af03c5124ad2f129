import { describe, expect, it } from 'vitest';
import { readSkill } from './read-skill.js';
import type { SkillContent } from './skill-folder.js';
import { mentions } from './skill-mentions.js';

const read = (text: string, folder = 'pdf') =>
  readSkill({ folder, path: `/skills/${folder}/SKILL.md`, content: { state: 'read', text }, otherTexts: [] });

describe('readSkill', () => {
  it.each([
    '---\nname: pdf\ndescription: Fills forms\n---\n# PDF',
    '\uFEFF---\nname: pdf\ndescription: Fills forms\n---',
    '---\nname: "pdf"\ndescription: >\n  Fills\n  forms\nlicense: MIT\n---\n',
  ])('accepts %j', (text) => {
    expect(read(text)).toEqual({ name: 'pdf', description: 'Fills forms', fault: null });
  });

  it.each([
    ['', /no YAML frontmatter/],
    ['# PDF\n---\nname: pdf\n---\n', /no YAML frontmatter/],
    ['---\nname: pdf\ndescription: x\n', /no YAML frontmatter/],
    ['---\nname: [\n---\n', /not YAML/],
    ['---\n---\n', /not a list of fields/],
    ['---\n- name\n---\n', /not a list of fields/],
    ['---\ndescription: x\n---\n', /no name/],
    ['---\nname: 7\ndescription: x\n---\n', /no name/],
    ['---\nname: pdf\ndescription: "  "\n---\n', /no description/],
    ['---\nname: PDF\ndescription: x\n---\n', /names the skill "PDF", but its folder is "pdf"/],
    [`---\n${'a: &a [*a, *a]\n'.repeat(50)}name: pdf\n---\n`, /not YAML|no description/],
  ])('returns the fault of %j', (text, fault) => {
    expect(read(text)).toEqual({ name: 'pdf', fault: expect.stringMatching(fault) });
  });

  it('returns the reason why the file could not be read', () => {
    const content: SkillContent = { state: 'unreadable', why: 'is not UTF-8' };
    expect(readSkill({ folder: 'pdf', path: '/p', content, otherTexts: [] }).fault).toBe('is not UTF-8');
  });
});

describe('mentions', () => {
  it.each([
    ['pdf-forms', 'Use the pdf-forms skill'],
    ['pdf-forms', 'run /pdf-forms first'],
    ['pdf-forms', 'see skills/pdf-forms/SKILL.md'],
    ['pdf-forms', 'Skill(PDF Forms)'],
    ['pdf-forms', '`pdf_forms`'],
    ['deploy', 'Deploy on Fridays'],
    ['übung', 'die Übung'],
    ['c++', 'the c++ skill'],
  ])('%s in %s', (name, text) => {
    expect(mentions(name)(text.toLowerCase())).toBe(true);
  });

  it.each([
    ['pdf', 'Use the pdf-forms skill'],
    ['forms', 'Use the pdf-forms skill'],
    ['deploy', 'redeployment'],
    ['deploy', 'auto-deploy'],
    ['pdf-forms', 'pdf and forms'],
    ['a.b', 'axb'],
  ])('%s not in %s', (name, text) => {
    expect(mentions(name)(text)).toBe(false);
  });
});
