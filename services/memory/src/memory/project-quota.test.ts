import { expect, it } from 'vitest';
import { createProjectQuota } from './known-projects.js';
import type { Project } from './memory.js';

it('limits the new projects of one agent, but not projects of other agents or known ones', async () => {
  const known = new Map<string, Project>();
  let stored = 0;
  const store = {
    projectsCreatedBy: () => stored,
    project: (name: string) => known.get(name) ?? null,
    proposeProject(name: string) {
      const project = { projectId: name, name, createdAt: 1 };
      known.set(name, project);
      return project;
    },
  };
  const { propose } = createProjectQuota();
  for (let n = 0; n < 500; n++) await propose(store, 'ann', `project ${n}`);
  await expect(propose(store, 'ann', 'one more')).rejects.toMatchObject({ code: 'too_many_projects' });
  expect((await propose(store, 'ann', 'project 7')).name).toBe('project 7');
  expect((await propose(store, 'bob', 'one more')).name).toBe('one more');
  expect((await propose(store, 'ann', 'one more')).name).toBe('one more');
  // After a restart, only the stored projects are known.
  stored = 500;
  const restarted = createProjectQuota();
  await expect(restarted.propose(store, 'ann', 'again')).rejects.toMatchObject({ code: 'too_many_projects' });
  stored = 499;
  expect((await restarted.propose(store, 'ann', 'again')).name).toBe('again');
});
