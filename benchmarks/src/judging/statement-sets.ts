import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evalDir } from '../retrieval/locomo.js';

export interface StatementPair {
  readonly a: string;
  readonly b: string;
  /** Entailment means that a implies b. Entailment in one direction is not a duplicate. */
  readonly label: 'contradiction' | 'entailment' | 'neutral';
  /** Category according to the set. The name of the set if it has no categories. */
  readonly category: string;
}

export interface StatementSet {
  readonly name: string;
  readonly pairs: readonly StatementPair[];
}

/**
 * Maximum number of pairs of a set. Larger sets are sampled evenly, because some sets are sorted by category.
 */
const MOST = 2000;

/**
 * Reads every statements-*.jsonl of the evaluation folder, and SICK-dev. Returns no sets if the files do not
 * exist.
 */
export function readStatementSets(): StatementSet[] {
  const folder = join(evalDir(), 'judge');
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.startsWith('statements-'))
    : [];
  const sets = files.sort().map((file) => {
    const name = file.slice('statements-'.length, -'.jsonl'.length);
    const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
    return { name, pairs: thin(lines.map((line) => toPair(name, JSON.parse(line) as Row))) };
  });
  return [...sets, ...readSick()];
}

interface Row {
  a: string;
  b: string;
  label: string;
  category?: string;
  part?: string;
}

function toPair(name: string, { a, b, label, category, part }: Row): StatementPair {
  // One set labels pairs that do not contradict each other "no_conflict" and similar.
  const known = label === 'contradiction' || label === 'entailment' ? label : 'neutral';
  return { a, b, label: known, category: category ?? part ?? name };
}

function readSick(): StatementSet[] {
  const file = join(evalDir(), 'sick-dev.tsv');
  if (!existsSync(file)) return [];
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const pairs = lines.map((line) => {
    const [label, , a, b] = line.split('\t');
    return toPair('sick-dev', { a: a!, b: b!, label: label!.toLowerCase() });
  });
  return [{ name: 'sick-dev', pairs }];
}

function thin<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, items.length / MOST);
  return Array.from({ length: Math.min(items.length, MOST) }, (_, at) => items[Math.floor(at * step)]!);
}
