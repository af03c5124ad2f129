import { createRandom } from './seed-memories.js';

const subjects = [
  'The billing service',
  'Our staging cluster',
  'The search index',
  'Ada',
  'The release script',
  'The mobile app',
  'The nightly import',
  'The design team',
];
const verbs = [
  'prefers',
  'depends on',
  'was moved to',
  'fails without',
  'should never touch',
  'replaced',
  'documents',
  'waits for',
];
const objects = [
  'PostgreSQL 16',
  'the shared cache',
  'feature flags',
  'a second region',
  'the old gateway',
  'signed webhooks',
  'weekly reviews',
  'the audit log',
];
const reasons = [
  'because the migration in March left duplicate rows behind',
  'after the incident with the expired certificate',
  'so that customers in other regions are not kept waiting',
  'until the new quota is approved by the platform team',
  'which is why the dashboard shows two numbers',
];

/** Generates different English sentences of about 25 words. */
export function englishNotes(count: number): string[] {
  const random = createRandom(3);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  return Array.from(
    { length: count },
    (_, n) =>
      `Note ${n}: ${pick(subjects)} ${pick(verbs)} ${pick(objects)} ${pick(reasons)}, and ${pick(subjects).toLowerCase()} ${pick(verbs)} ${pick(objects)}.`,
  );
}
