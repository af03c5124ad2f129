import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

export type BlindSet =
  | { readonly kind: 'pairs'; readonly pairs: readonly BlindPair[] }
  | { readonly kind: 'prompts'; readonly prompts: readonly BlindPrompt[] };

const OWN = fileURLToPath(new URL('../../pairs/', import.meta.url));

/** Those in this repository, see the README beside them. */
export function ownBlindSets(): string[] {
  const names = readdirSync(OWN).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => join(OWN, name));
}

/** Throws where a line is neither a pair nor a prompt, and where a file has both. */
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

/** Ordinary notes: nothing should be told of them. */
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

/** By the domain alone, so that the type tells nothing of the label. */
export function typeOfDomain(domain: string): NoteType {
  return TYPE_BY_DOMAIN[domain] ?? 'fact';
}
