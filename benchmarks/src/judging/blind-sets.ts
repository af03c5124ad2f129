import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Two notes by an author without knowledge of the service. The author wrote `a` first, and `b` later without
 * access to `a`.
 */
export interface BlindPair {
  readonly a: string;
  readonly b: string;
  readonly label: 'conflict' | 'duplicate' | 'lookalike';
  readonly domain: string;
}

export const pairLabels = ['conflict', 'duplicate', 'lookalike'] as const;

/** Two prompts to a language model. The label is `same` if the same response serves both. */
export interface BlindPrompt {
  readonly cached: string;
  readonly asked: string;
  readonly label: 'same' | 'different';
  readonly level: 'easy' | 'medium' | 'hard';
}

export const promptLevels = ['easy', 'medium', 'hard'] as const;

export type BlindSet =
  | { readonly kind: 'pairs'; readonly pairs: readonly BlindPair[] }
  | { readonly kind: 'prompts'; readonly prompts: readonly BlindPrompt[] };

const OWN = fileURLToPath(new URL('../../pairs/', import.meta.url));

/** Returns the paths of the sets in this repository, see benchmarks/pairs/README.md. */
export function ownBlindSets(): string[] {
  const names = readdirSync(OWN).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => join(OWN, name));
}

/**
 * Reads a set of pairs or prompts. Throws if a line is neither a pair nor a prompt, or if a file contains
 * both.
 */
export function readBlindSet(file: string): BlindSet {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const rows = lines.map((line) => JSON.parse(line) as Partial<BlindPair | BlindPrompt>);
  if (rows.every(isPair)) return { kind: 'pairs', pairs: rows };
  if (rows.every(isPrompt)) return { kind: 'prompts', prompts: rows };
  const odd = rows.findIndex((row) => !(isPair(rows[0]!) ? isPair(row) : isPrompt(row)));
  throw new Error(
    `${file}:${odd + 1}: expected a labelled pair as in the rows before, received ${lines[odd]}`,
  );
}

function isPair(row: Partial<BlindPair | BlindPrompt>): row is BlindPair {
  return 'a' in row && 'b' in row && pairLabels.includes(row.label!);
}

function isPrompt(row: Partial<BlindPair | BlindPrompt>): row is BlindPrompt {
  return 'cached' in row && 'asked' in row && promptLevels.includes(row.level!);
}

/** Reads ordinary notes, for which the service should report no findings. */
export function readOrdinaryNotes(): string[] {
  const lines = readFileSync(join(OWN, 'ordinary-notes.txt'), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
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

/** Returns the type of a note. It depends only on the domain, so the type does not reveal the label. */
export function typeOfDomain(domain: string): NoteType {
  return TYPE_BY_DOMAIN[domain] ?? 'fact';
}
