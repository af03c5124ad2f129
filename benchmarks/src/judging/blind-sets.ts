import { readFileSync } from 'node:fs';

/** Two notes written by somebody who knows nothing of the service: `a` first, `b` later, without `a` before their eyes. */
export interface BlindPair {
  readonly a: string;
  readonly b: string;
  readonly label: 'conflict' | 'duplicate' | 'lookalike';
  readonly domain: string;
}

export const pairLabels = ['conflict', 'duplicate', 'lookalike'] as const;

/** Two prompts to a language model; `same` where the very same answer serves both. */
export interface BlindPrompt {
  readonly cached: string;
  readonly asked: string;
  readonly label: 'same' | 'different';
  readonly level: 'easy' | 'medium' | 'hard';
}

export const promptLevels = ['easy', 'medium', 'hard'] as const;

export function readBlindPairs(file: string): BlindPair[] {
  return readLines<BlindPair>(file, ({ a, b, label }) => Boolean(a && b && pairLabels.includes(label)));
}

export function readBlindPrompts(file: string): BlindPrompt[] {
  return readLines<BlindPrompt>(file, ({ cached, asked, level }) =>
    Boolean(cached && asked && promptLevels.includes(level)),
  );
}

export type NoteType = 'decision' | 'preference' | 'fact';

const TYPE_BY_DOMAIN: Readonly<Record<string, NoteType>> = {
  'software decisions': 'decision',
  'infrastructure and operations': 'decision',
  'writing and design style': 'decision',
  'work meetings and roles': 'decision',
  travel: 'decision',
  'personal preferences and habits': 'preference',
  'health and food': 'preference',
  'hobbies and sports': 'preference',
  'family and friends': 'fact',
  'money and contracts': 'fact',
  'school and study': 'fact',
  'home and repairs': 'fact',
};

/** By the domain alone, so that the type tells nothing of the label. */
export function typeOfDomain(domain: string): NoteType {
  return TYPE_BY_DOMAIN[domain] ?? 'fact';
}

function readLines<Row>(file: string, isRow: (row: Row) => boolean): Row[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line, at) => {
    const row = JSON.parse(line) as Row;
    if (!isRow(row)) throw new Error(`${file}:${at + 1}: expected a labelled pair, received ${line}`);
    return row;
  });
}
