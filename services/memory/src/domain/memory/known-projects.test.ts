import { expect, it } from 'vitest';
import { createKnownProjects, MAX_PROJECTS } from './known-projects.js';

it('forgets the oldest of many names that no record ever took', () => {
  const projects = createKnownProjects(() => 1);
  const { projectId } = projects.propose('first');
  expect(projects.propose('first').projectId).toBe(projectId);
  for (let n = 0; n < 10_000; n++) projects.propose(`never written ${n}`);
  expect(projects.propose('first').projectId).not.toBe(projectId);
});

it('refuses new names beyond a number, but neither known ones nor those of archives', () => {
  const projects = createKnownProjects(() => 1);
  for (let n = 1; n <= MAX_PROJECTS; n++) {
    projects.add({ projectId: `id-${n}`, name: `name ${n}`, createdAt: 1 });
  }
  expect(() => projects.propose('one more')).toThrow(expect.objectContaining({ code: 'too_many_projects' }));
  expect(projects.propose('name 7').projectId).toBe('id-7');
  const brought = { projectId: 'of an archive', name: 'brought', createdAt: 1 };
  expect(projects.adopt(brought)).toBe(brought);
});
