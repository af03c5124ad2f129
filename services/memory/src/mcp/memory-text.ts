import { quote } from '@anima/text/quote';
import { estimateTokens } from '@anima/text/tokens';
import { isArchived, type Memory } from '../memory/memory.js';
import type { ScoredMemory } from '../recall/scored-memory.js';

const MAX_TAGS_SHOWN = 8;
/** Maximum size of a list in an agent's context, if the agent requests no other. */
export const MAX_LIST_TOKENS = 6_000;

/** Formats a line that identifies a memory and shows its weight. Callers wrote it, so texts are quoted. */
export function describeMemory(memory: Memory, now: number, score?: number): string {
  const { memoryId, type, project, sourceAgent, speaker, importance, tags } = memory;
  const facts = [
    type,
    isoDay(memory.occurredAt ?? memory.createdAt),
    project === null ? 'no project' : `project ${quote(project.name)}`,
    `by ${quote(sourceAgent)}`,
    ...(speaker === null ? [] : [`speaker ${quote(speaker)}`]),
    `importance ${importance}`,
    ...(tags.length === 0 ? [] : [`tags ${describeTags(tags)}`]),
    ...(score === undefined ? [] : [`score ${score.toFixed(2)}`]),
    ...(isArchived(memory, now) ? ['archived'] : []),
  ];
  return `${memoryId}: ${facts.join(', ')}`;
}

/** Quotes the content, or its start with a note on how to get the rest. */
export function quoteContent(content: string, maxCharacters: number): string {
  if (content.length <= maxCharacters) return quote(content);
  const shown = cut(content, 0, maxCharacters);
  return `${quote(shown)} (the first ${shown.length} of ${content.length} characters; get returns the rest)`;
}

/** Quotes the content, or the passage that matches the query. */
export function quotePassage({
  memory: { content },
  passage,
}: Pick<ScoredMemory, 'memory' | 'passage'>): string {
  if (passage === null) return quote(content);
  const { text, start, end } = passage;
  return `${quote(text)} (characters ${start} to ${end} of ${content.length}; get returns the rest)`;
}

/** Cuts a text from `start` without splitting a surrogate pair at the end. */
export function cut(text: string, start: number, maxCharacters: number): string {
  const end = start + maxCharacters;
  const code = text.charCodeAt(end - 1);
  const splits = end < text.length && code >= 0xd800 && code <= 0xdbff;
  return text.slice(start, splits ? end - 1 : end);
}

/** Joins the blocks that fit, at least one, and returns their number. */
export function fitBlocks(
  blocks: readonly string[],
  maxTokens = MAX_LIST_TOKENS,
): { text: string; shown: number } {
  let tokens = 0;
  let shown = 0;
  for (const block of blocks) {
    tokens += estimateTokens(`${block}\n`);
    if (shown > 0 && tokens > maxTokens) break;
    shown++;
  }
  return { text: blocks.slice(0, shown).join('\n'), shown };
}

export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function describeTags(tags: readonly string[]): string {
  const more = tags.length > MAX_TAGS_SHOWN ? ` and ${tags.length - MAX_TAGS_SHOWN} more` : '';
  return tags.slice(0, MAX_TAGS_SHOWN).map(quote).join(' ') + more;
}
