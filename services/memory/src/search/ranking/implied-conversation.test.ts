import { describe, expect, it } from 'vitest';
import {
  continuesConversation,
  impliedConversation,
  type UnmarkedMemory,
} from '../../memory/conversation/unmarked-turns.js';

const MINUTE = 60_000;
const turn: UnmarkedMemory = {
  projectId: 'p',
  sourceAgent: 'agent',
  speaker: 'Nora',
  occurredAt: null,
  createdAt: 1_000 * MINUTE,
};

describe('continuesConversation', () => {
  it.each<[string, Partial<UnmarkedMemory>, boolean]>([
    ['the other speaker a minute later', { speaker: 'Tom', createdAt: 1_001 * MINUTE }, true],
    ['after half an hour', { createdAt: 1_030 * MINUTE }, true],
    ['after more than that', { createdAt: 1_031 * MINUTE }, false],
    ['another project', { projectId: 'q' }, false],
    ['another agent', { sourceAgent: 'b' }, false],
    ['no speaker', { speaker: null }, false],
    ['only one says when it happened', { occurredAt: 1_000 * MINUTE }, false],
  ])('%s', (_name, change, expected) => {
    expect(continuesConversation(turn, { ...turn, ...change })).toBe(expected);
  });

  it('goes by occurred_at where both have it', () => {
    const old = { ...turn, occurredAt: 5 * MINUTE };
    expect(continuesConversation(old, { ...old, occurredAt: 6 * MINUTE, createdAt: 9_000 * MINUTE })).toBe(
      true,
    );
    expect(continuesConversation(old, { ...old, occurredAt: 4 * MINUTE })).toBe(false);
  });
});

describe('impliedConversation', () => {
  it('names a conversation by its first turn and hands the name on', () => {
    const first = impliedConversation(null, turn);
    expect(first).toBe('p/implied/agent/0-1000');
    const later = { ...turn, createdAt: 1_020 * MINUTE };
    expect(impliedConversation({ ...turn, conversation: first }, later)).toBe(first);
    expect(
      impliedConversation({ ...turn, conversation: first }, { ...turn, createdAt: 2_000 * MINUTE }),
    ).not.toBe(first);
  });

  it('leaves notes alone', () => {
    expect(impliedConversation(null, { ...turn, speaker: null })).toBeNull();
    expect(impliedConversation(null, { ...turn, projectId: null })).toBeNull();
  });
});
