import { expect, it } from 'vitest';
import { createKnownProjects, MAX_PROJECTS } from './known-projects.js';

it('forgets the oldest of many names that no record ever took', () => {
  const projects = createKnownProjects(() => 1);
  const { projectId } = projects.propose('first');
  expect(projects.propose('first').projectId).toBe(projectId);
  for (let n = 0; n < 10_000; n++) projects.propose(`never written ${n}`);
  expect(projects.propose('first').projectId).not.toBe(projectId);
});

it('finds a name in any Unicode form and case, and keeps the first', () => {
  const projects = createKnownProjects(() => 1);
  const cafe = projects.propose(' Caf\u00e9 ');
  expect(cafe.name).toBe('Caf\u00e9');
  for (const name of ['Cafe\u0301', 'CAF\u00c9', '\u3000caf\u00e9'])
    expect(projects.propose(name)).toBe(cafe);
  projects.add(cafe);
  for (const name of ['Cafe\u0301', 'CAF\u00c9', cafe.projectId.toUpperCase()])
    expect(projects.find(name)).toEqual(cafe);
  // A project of a database of an earlier version.
  const other = { projectId: 'other', name: 'caf\u00e9', createdAt: 1 };
  projects.add(other);
  expect([projects.find('caf\u00e9'), projects.find('Caf\u00e9'), projects.find('CAF\u00c9')]).toEqual([
    other,
    cafe,
    cafe,
  ]);
});

it('rejects new names beyond the limit, but neither known names nor names of archives', () => {
  const projects = createKnownProjects(() => 1);
  for (let n = 1; n <= MAX_PROJECTS; n++) {
    projects.add({ projectId: `id-${n}`, name: `name ${n}`, createdAt: 1 });
  }
  expect(() => projects.propose('one more')).toThrow(expect.objectContaining({ code: 'too_many_projects' }));
  expect(projects.propose('name 7').projectId).toBe('id-7');
  const brought = { projectId: 'of an archive', name: 'brought', createdAt: 1 };
  expect(projects.adopt(brought)).toBe(brought);
});
