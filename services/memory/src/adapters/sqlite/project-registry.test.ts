import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { createProjectRegistry } from './project-registry.js';
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
