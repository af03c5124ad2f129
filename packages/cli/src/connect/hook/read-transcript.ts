import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { MAX_TURN_CHARACTERS, withoutInjected } from '@anima/text/turn-text';
import type { Fields, Turn } from './hook-event.js';

/** A turn of a transcript. */
export interface PlacedTurn extends Turn {
  /** Offset after the turn in bytes: reading continues there when the turn is stored. */
  endsAt: number;
}

/** Maximum bytes that one hook reads; the next hook continues. */
const MAX_READ_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
/** Longer lines are output of tools, and are skipped. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;

/**
 * Returns the turns of a transcript of JSON lines from a position on. Skips invalid, too long and incomplete lines. Consecutive
 * lines of one speaker are one turn.
 */
export function readTranscript(
  path: string,
  options: {
    from: number;
    readLine: (line: Fields) => TranscriptLine | null;
    session: string;
    maxTurns: number;
    now: string;
  },
): { turns: PlacedTurn[]; readTo: number } {
  const { readLine, session, maxTurns, now } = options;
  const turns: PlacedTurn[] = [];
  // Opening a pipe would wait for a writer.
  if (!statSync(path).isFile()) throw new Error(`Expected a file at ${path}`);
  const file = openSync(path, 'r');
  try {
    // A transcript that was rewritten is read from its beginning.
    const from = options.from <= fstatSync(file).size ? options.from : 0;
    let readTo = from;
    for (const { line, endsAt } of linesOf(file, from)) {
      const message = line === null ? null : readLine(line);
      const text = message === null ? '' : withoutInjected(message.text);
      const last = turns.at(-1);
      if (message === null || text === '') {
        // A line without a message is not read again.
      } else if (last?.speaker === message.speaker) {
        last.text = `${last.text}\n\n${text}`.slice(-MAX_TURN_CHARACTERS);
        last.endsAt = endsAt;
      } else {
        if (turns.length === maxTurns) break;
        turns.push({
          key: message.id ?? `${session}@${endsAt}`,
          speaker: message.speaker,
          text: text.slice(0, MAX_TURN_CHARACTERS),
          occurredAt: message.at ?? now,
          endsAt,
        });
      }
      readTo = endsAt;
    }
    return { turns, readTo };
  } finally {
    closeSync(file);
  }
}

/** Yields complete lines with the offset after each; null for a line that is no JSON object. */
function* linesOf(file: number, from: number): Generator<{ line: Fields | null; endsAt: number }> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let rest = Buffer.alloc(0);
  let tooLong = false;
  let at = from;
  while (at < from + MAX_READ_BYTES) {
    const length = readSync(file, piece, 0, PIECE_BYTES, at);
    if (length === 0) return;
    let begin = 0;
    for (let end = piece.indexOf(10); end !== -1 && end < length; end = piece.indexOf(10, begin)) {
      const bytes = Buffer.concat([rest, piece.subarray(begin, end)]);
      yield { line: tooLong ? null : parse(bytes), endsAt: at + end + 1 };
      rest = Buffer.alloc(0);
      tooLong = false;
      begin = end + 1;
    }
    tooLong ||= rest.length + length - begin > MAX_LINE_BYTES;
    rest = tooLong ? Buffer.alloc(0) : Buffer.concat([rest, piece.subarray(begin, length)]);
    at += length;
  }
  // The line is longer than one hook reads: the next hook starts inside it, and skips the rest.
  if (tooLong) yield { line: null, endsAt: at };
}

function parse(line: Buffer): Fields | null {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** A line of a transcript; several lines can be one turn. */
export interface TranscriptLine {
  id: string | null;
  speaker: 'user' | 'assistant';
  text: string;
  /** ISO 8601; null without a time. */
  at: string | null;
}

/**
 * Reads a line of `~/.claude/projects/<folder>/<session>.jsonl` (Claude Code 2.x). Output of tools, messages of subagents,
 * summaries and commands of the program are not part of the conversation.
 */
export function readClaudeLine(line: Fields): TranscriptLine | null {
  const { type, message } = line;
  if (type !== 'user' && type !== 'assistant') return null;
  if (line.isMeta === true || line.isSidechain === true || line.isCompactSummary === true) return null;
  const text = textOf((message as Fields | undefined)?.content);
  if (text === '' || /^<(?:command-|local-command-|bash-)/.test(text)) return null;
  return { id: idOf(line.uuid), speaker: type, text, at: idOf(line.timestamp) };
}

/** Reads a line of `~/.copilot/session-state/<session>/events.jsonl` (Copilot CLI 1.x). */
export function readCopilotLine(line: Fields): TranscriptLine | null {
  const speaker =
    line.type === 'user.message' ? 'user' : line.type === 'assistant.message' ? 'assistant' : null;
  if (speaker === null) return null;
  const message = textOf((line.data as Fields | undefined)?.content);
  return message === '' ? null : { id: idOf(line.id), speaker, text: message, at: idOf(line.timestamp) };
}

/** Content is a text, or blocks of which some are texts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  if (!Array.isArray(content)) return '';
  return content
    .filter((block): block is { text: string } => block?.type === 'text' && typeof block.text === 'string')
    .map((block) => block.text)
    .join('\n\n')
    .trim();
}

const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
