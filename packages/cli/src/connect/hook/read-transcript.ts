import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Fields, Turn } from './hook-event.js';
import type { TranscriptLine } from './transcript-lines.js';
import { MAX_TURN_CHARACTERS, withoutInjected } from './turn-text.js';

/** A turn, and where to go on when it is stored. */
export interface PlacedTurn extends Turn {
  /** Bytes. */
  endsAt: number;
}

/** What one hook reads at most; the next one goes on there. */
const MAX_READ_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
/** What a tool returned can be long, and is skipped. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;

/**
 * The turns of a transcript of JSON lines from a position on. Lines that are broken, longer than anything said, or not yet
 * written to their end are no turns. Lines in a row of one speaker are one turn.
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
  // Opening a pipe waits for who writes to it.
  if (!statSync(path).isFile()) throw new Error(`Expected a file at ${path}`);
  const file = openSync(path, 'r');
  try {
    // One that was written anew from its beginning is read from there.
    const from = options.from <= fstatSync(file).size ? options.from : 0;
    let readTo = from;
    for (const { line, endsAt } of linesOf(file, from)) {
      const said = line === null ? null : readLine(line);
      const text = said === null ? '' : withoutInjected(said.text);
      const last = turns.at(-1);
      if (said === null || text === '') {
        // Nothing was said here: no need to read it again.
      } else if (last?.speaker === said.speaker) {
        last.text = `${last.text}\n\n${text}`.slice(-MAX_TURN_CHARACTERS);
        last.endsAt = endsAt;
      } else {
        if (turns.length === maxTurns) break;
        turns.push({
          key: said.id ?? `${session}@${endsAt}`,
          speaker: said.speaker,
          text: text.slice(0, MAX_TURN_CHARACTERS),
          occurredAt: said.at ?? now,
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

/** Whole lines, each with the byte after it; `null` for one that is no JSON object. */
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
  // Its end is further away than one hook reads: the next one begins inside of it, where nothing can be parsed either.
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
