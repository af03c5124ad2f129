import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evalDir } from '../retrieval/locomo.js';

export type Label = 'conflict' | 'duplicate' | 'none';

export interface LabelledPair {
  readonly a: string;
  readonly b: string;
  readonly label: Label;
  readonly kind: string;
}

const FIXTURES = fileURLToPath(new URL('../../../services/memory/fixtures/judging/', import.meta.url));

/**
 * Loads `pairs` (used for tuning) or `unseen` (never inspected during tuning), see
 * services/memory/fixtures/judging/README.md.
 */
export function loadOwnPairs(name: 'pairs' | 'unseen'): LabelledPair[] {
  return JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8')) as LabelledPair[];
}

/** Loads memories without conflicts or duplicates among them. */
export function loadLookAlikes(): string[] {
  const lists = JSON.parse(readFileSync(join(FIXTURES, 'look-alikes.json'), 'utf8')) as {
    memories: string[];
  }[];
  return lists.flatMap(({ memories }) => memories);
}

/** Loads pairs of the evaluation folder. Returns null if the file does not exist. */
export function loadSharedPairs(name: 'decisions' | 'decision-duplicates'): LabelledPair[] | null {
  const file = join(evalDir(), 'pairs', `${name}.json`);
  if (!existsSync(file)) return null;
  const pairs = JSON.parse(readFileSync(file, 'utf8')) as (Omit<LabelledPair, 'kind'> & { kind?: string })[];
  return pairs.map((pair) => ({ kind: pair.label, ...pair }));
}

/**
 * Loads SICK-dev in its natural proportions: contradictions are conflicts, all other pairs have the label
 * `none`.
 */
export function loadSick(): LabelledPair[] | null {
  return (
    readTable('sick-dev.tsv')?.map(([label, , a, b]) => ({
      a: a!,
      b: b!,
      label: label === 'CONTRADICTION' ? 'conflict' : 'none',
      kind: label!.toLowerCase(),
    })) ?? null
  );
}

/**
 * Loads the first 2,000 pairs of QQP-dev, for orientation: its "same" questions are paraphrases, many of them
 * loose.
 */
export function loadQuestions(): LabelledPair[] | null {
  return (
    readTable('qqp-dev.tsv')
      ?.slice(0, 2000)
      .map(([same, a, b]) => ({
        a: a!,
        b: b!,
        label: same === '1' ? 'duplicate' : 'none',
        kind: 'question',
      })) ?? null
  );
}

function readTable(name: string): string[][] | null {
  const file = join(evalDir(), name);
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.slice(1).map((line) => line.split('\t'));
}
