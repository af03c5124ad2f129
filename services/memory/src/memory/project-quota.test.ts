import { expect, it } from 'vitest';
import { createProjectQuota } from './known-projects.js';
import type { Project } from './memory.js';

it('limits the new projects of one agent, but not projects of other agents or known ones', async () => {
  const known = new Map<string, Project>();
  const store = {
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
});
