import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { createProjectRegistry, MAX_PROJECTS } from './project-registry.js';
import { migrations } from './schema.js';

it('forgets the oldest of many names that no record ever took', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(migrations[0]!);
  const projects = createProjectRegistry(db, () => 1);
  const { projectId } = projects.propose('first');
  expect(projects.propose('first').projectId).toBe(projectId);
  for (let n = 0; n < 10_000; n++) projects.propose(`never written ${n}`);
  expect(projects.propose('first').projectId).not.toBe(projectId);
  db.close();
});

it('refuses new names beyond a number, but neither known ones nor those of archives', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(migrations[0]!);
  db.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_PROJECTS})
    INSERT INTO projects (project_id, name, created_at) SELECT 'id-' || i, 'name ' || i, 1 FROM n`);
  const projects = createProjectRegistry(db, () => 1);
  expect(() => projects.propose('one more')).toThrow(expect.objectContaining({ code: 'too_many_projects' }));
  expect(projects.propose('name 7').projectId).toBe('id-7');
  const brought = { projectId: 'of an archive', name: 'brought', createdAt: 1 };
  expect(projects.adopt(brought)).toBe(brought);
  db.close();
});
