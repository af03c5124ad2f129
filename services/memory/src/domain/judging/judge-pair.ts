import type { DescribedText } from '../meaning/describe-text.js';
import type { MemoryType } from '../memory/memory.js';
import { contradictedEvent, isEvent } from './events.js';
import { judgeDuplicate } from './judge-duplicate.js';
import { judgeStatements } from './judge-statements.js';
import { readStatement, type Statement } from './read-statement.js';
import { splitStatements } from './split-statements.js';
import type { Conflict, Duplicate, Verdict } from './verdict.js';

export type { Conflict, ConflictReason, Duplicate, Verdict } from './verdict.js';

export interface JudgedText {
  readonly text: string;
  readonly type: MemoryType;
}

/**
 * The lowest cosine at which any rule can fire. Chat and notes hold many pairs above it: for conflicts look up the
 * nearest few dozen decisions and preferences of each, for the rest only what is above DUPLICATE_COSINE.
 */
export const CANDIDATE_COSINE = 0.62;
/** The lowest cosine of a duplicate. */
export const DUPLICATE_COSINE = 0.8;

/** What can be taken back by another: the other types record what is or was. */
const DECIDING: ReadonlySet<MemoryType> = new Set(['decision', 'preference']);
const NONE: Verdict = { kind: 'none' };
/** Statements of two long memories that are compared at most; further ones are not judged. */
const MAX_STATEMENT_PAIRS = 900;

/**
 * The verdict where the words and the cosine are enough, in a few microseconds; null where the words have to be compared by
 * their vectors (two sentences about events, one of them denied). The reading of a text is kept with the object: give the
 * same one for one memory each time.
 */
export function judgeReadily(a: JudgedText, b: JudgedText, cosine: number): Verdict | null {
  if (cosine < CANDIDATE_COSINE) return NONE;
  const mayConflict = DECIDING.has(a.type) && DECIDING.has(b.type);
  if (!mayConflict && cosine < DUPLICATE_COSINE) return NONE;
  const pair = inOrder(readingOf(a), readingOf(b));
  if (isEventPair(pair) && mayConflict && pair[0].isDenied !== pair[1].isDenied) return null;
  return judgeReadings(pair, cosine, mayConflict);
}

/** The verdict; judging (b, a) gives the same. Conflicts are looked for between decisions and preferences only. */
export function judgePair(
  a: DescribedText,
  b: DescribedText,
  context: { readonly types: readonly [MemoryType, MemoryType] },
): Verdict {
  const mayConflict = context.types.every((type) => DECIDING.has(type));
  const cosine = dot(a.vector, b.vector);
  const pair = inOrder(readingOf(a), readingOf(b));
  if (isEventPair(pair) && mayConflict) {
    const coverage = contradictedEvent(a, b, cosine);
    if (coverage > 0) {
      const evidence = [`'${pair[0].text}' against '${pair[1].text}'`];
      return { kind: 'conflict', reason: 'negation', confidence: coverage, evidence };
    }
  }
  return judgeReadings(pair, cosine, mayConflict);
}

interface Reading {
  readonly text: string;
  readonly statements: readonly Statement[];
  /** One sentence that tells what is happening. */
  readonly isEvent: boolean;
  readonly isDenied: boolean;
}

const readings = new WeakMap<object, Reading>();

function readingOf(judged: { readonly text: string }): Reading {
  let reading = readings.get(judged);
  if (reading === undefined) {
    const statements = splitStatements(judged.text).map(({ text, headings }) =>
      readStatement(text, headings),
    );
    const [first] = statements;
    const isAlone = statements.length === 1 && first !== undefined;
    reading = {
      text: judged.text,
      statements,
      isEvent: isAlone && isEvent(first.words),
      isDenied: isAlone && first.isDenied,
    };
    readings.set(judged, reading);
  }
  return reading;
}

/** One order for both ways round, so that verdict and evidence are the same. */
function inOrder(a: Reading, b: Reading): readonly [Reading, Reading] {
  return a.text <= b.text ? [a, b] : [b, a];
}

function isEventPair([a, b]: readonly [Reading, Reading]): boolean {
  return (a.isEvent || b.isEvent) && a.statements.length === 1 && b.statements.length === 1;
}

function judgeReadings(pair: readonly [Reading, Reading], cosine: number, mayConflict: boolean): Verdict {
  const [a, b] = pair;
  if (a.text === b.text) return { kind: 'duplicate', confidence: 1, evidence: ['the same text'] };
  const isPlain = a.statements.length === 1 && b.statements.length === 1;
  if (mayConflict && !isEventPair(pair)) {
    const conflict = findConflict(a.statements, b.statements, isPlain ? cosine : null);
    if (conflict !== null) return conflict;
  }
  return (cosine < DUPLICATE_COSINE ? null : findDuplicate(a, b, cosine)) ?? NONE;
}

/** The surest conflict of a statement of one with a statement of the other. */
function findConflict(
  a: readonly Statement[],
  b: readonly Statement[],
  cosine: number | null,
): Conflict | null {
  let surest: Conflict | null = null;
  let left = MAX_STATEMENT_PAIRS;
  for (const one of a) {
    for (const other of b) {
      if (left-- === 0) return surest;
      const conflict = judgeStatements(one, other, cosine);
      if (conflict !== null && (surest === null || conflict.confidence > surest.confidence))
        surest = conflict;
    }
  }
  return surest;
}

/** Every statement of one is said by the other. */
function findDuplicate(a: Reading, b: Reading, cosine: number): Duplicate | null {
  if (a.statements.length !== b.statements.length || a.statements.length === 0) return null;
  const isStrict = (a.isEvent && b.isEvent) || a.statements.length > 1;
  const free = new Set(b.statements);
  let found: Duplicate | null = null;
  for (const one of a.statements) {
    let partner: Statement | null = null;
    for (const other of free) {
      const duplicate = judgeDuplicate(one, other, cosine, isStrict);
      if (duplicate === null) continue;
      partner = other;
      found ??= duplicate;
      break;
    }
    if (partner === null) return null;
    free.delete(partner);
  }
  return found;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}
