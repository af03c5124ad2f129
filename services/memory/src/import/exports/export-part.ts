import { createHash } from 'node:crypto';
import { TURN_IMPORTANCE } from '@anima/text/turn-text';
import { type ForeignStatement, tagsOf } from '../foreign-statement.js';

/** A part of an export that is synchronised on its own, such as a conversation. */
export interface ExportPart {
  /** Stays the same in later exports. */
  name: string;
  statements: ForeignStatement[];
}

export type Fields = Record<string, unknown>;

export interface Turn {
  role: 'user' | 'assistant';
  text: string;
  /** In ms since the epoch. */
  at: number | null;
}

/** Converts a conversation to a part. Its title becomes a tag. */
export function conversationPart(
  tool: string,
  id: string,
  title: string,
  turns: readonly Turn[],
): ExportPart {
  const name = safeName(id);
  const tags = ['conversation', ...tagsOf([title])];
  return {
    name,
    statements: turns.map(({ role, text, at }, index) => ({
      content: text,
      type: 'context',
      tags,
      line: index + 1,
      occurredAt: at,
      conversationId: `${tool}:${name}`,
      speaker: role,
      role,
      importance: TURN_IMPORTANCE,
    })),
  };
}

/** Returns an id that is safe in a path and in a conversation id. */
function safeName(id: string): string {
  if (/^[\w-]{1,64}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}

export const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const asItems = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(asFields) : []);
export const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Reads an ISO time, or seconds since the epoch; null if the value is neither. */
export function timeOf(value: unknown): number | null {
  const ms =
    typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) && Math.abs(ms) <= MAX_TIME_MS ? Math.round(ms) : null;
}

/** The year 9999, which all storages can store. */
const MAX_TIME_MS = 253_402_300_799_000;
