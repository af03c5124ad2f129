import type { Fields } from './hook-event.js';

/** A side of a conversation in a line of a transcript; several lines may be one turn. */
export interface TranscriptLine {
  id: string | null;
  speaker: 'user' | 'assistant';
  text: string;
  /** ISO 8601, where the line says when it was. */
  at: string | null;
}

/**
 * A line of `~/.claude/projects/<folder>/<session>.jsonl` (Claude Code 2.x). What tools returned, what an agent below said, summaries
 * and commands of the program itself are none of the conversation.
 */
export function readClaudeLine(line: Fields): TranscriptLine | null {
  const { type, message } = line;
  if (type !== 'user' && type !== 'assistant') return null;
  if (line.isMeta === true || line.isSidechain === true || line.isCompactSummary === true) return null;
  const said = textOf((message as Fields | undefined)?.content);
  if (said === '' || /^<(?:command-|local-command-|bash-)/.test(said)) return null;
  return { id: idOf(line.uuid), speaker: type, text: said, at: idOf(line.timestamp) };
}

/** A line of `~/.copilot/session-state/<session>/events.jsonl` (Copilot CLI 1.x). */
export function readCopilotLine(line: Fields): TranscriptLine | null {
  const speaker =
    line.type === 'user.message' ? 'user' : line.type === 'assistant.message' ? 'assistant' : null;
  if (speaker === null) return null;
  const said = textOf((line.data as Fields | undefined)?.content);
  return said === '' ? null : { id: idOf(line.id), speaker, text: said, at: idOf(line.timestamp) };
}

/** A content is a text, or blocks of which some are texts. */
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
