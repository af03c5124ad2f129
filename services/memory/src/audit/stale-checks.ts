import type { Memory } from '../memory/memory.js';
import { DAY_MS } from '../search/ranking/calendar.js';
import type { Observation } from './audit-run.js';
import { decides } from './compared-text.js';
import type { ConfigFile } from './config-folder.js';
import { excerpt } from './excerpt.js';
import { expiryDates, isOver } from './expiry-dates.js';
import { digest, memorySubject } from './fingerprint.js';
import { outdatedWords } from './outdated-words.js';
import { type PathMention, pathMentions } from './path-mentions.js';
import type { ProjectFiles, ProjectTree } from './project-files.js';
import { relativeEnds } from './relative-ends.js';

/**
 * Limits for unread memories. A memory is reported if its importance is at most UNREAD_MAX_IMPORTANCE, it was
 * neither written nor read for `days` days, and it was read at most `reads` times. Decisions and preferences
 * remain valid without being read.
 */
const UNREAD_MAX_IMPORTANCE = 0.3;
const UNREAD_CONTEXT = { days: 180, reads: 1 };
const UNREAD_OTHERS = { days: 365, reads: 0 };

/** Origin of a text: a memory, or a location in a config file. */
export interface TextOrigin {
  memoryIds: readonly string[];
  /** Name in findings: "The memory", or "CLAUDE.md:12". */
  name: string;
  subject: string;
}

export function originOf(memory: Memory): TextOrigin {
  return { memoryIds: [memory.memoryId], name: 'The memory', subject: memorySubject(memory) };
}

export function originIn(file: ConfigFile, line: number, text: string): TextOrigin {
  return { memoryIds: [], name: `${file.name}:${line}`, subject: digest('config', file.path, text) };
}

/**
 * Finds dates that the text states as an end and that are in the past. `saidAt` is the reference time of
 * relative dates such as "this week"; null if it is unknown.
 */
export function findExpired(
  origin: TextOrigin,
  text: string,
  saidAt: number | null,
  now: number,
): Observation[] {
  const relative = saidAt === null ? [] : relativeEnds(text, saidAt);
  const dates = [...expiryDates(text), ...relative].filter((date) => isOver(date, now));
  const [first] = dates;
  if (first === undefined) return [];
  const validUntil = Math.max(...dates.map(({ endsAt }) => endsAt));
  const day = new Date(validUntil).toISOString().slice(0, 10);
  return [
    {
      kind: 'stale_context',
      severity: 'medium',
      title: `Over since ${day}: ${excerpt(text, 80)}`,
      detail: `${origin.name} names an end that has passed: "${first.phrase}" (${new Date(first.endsAt).toISOString().slice(0, 10)}).`,
      memoryIds: origin.memoryIds,
      evidence: [excerpt(text), ...dates.map(({ phrase }) => `ended: "${phrase}"`)],
      validUntil,
      suggestion: isMemory(origin)
        ? `If it no longer holds, POST /api/v1/forget {"memory_id": "${origin.memoryIds[0]}"}; if the date moved, PATCH the memory.`
        : 'Remove the statement from the file, or give it its new date.',
      subjects: [digest(origin.subject, 'expired', ...dates.map(({ phrase }) => phrase))],
    },
  ];
}

/** Finds a text that declares itself outdated. */
export function findOutdated(origin: TextOrigin, text: string): Observation[] {
  const words = outdatedWords(text);
  if (words === null) return [];
  return [
    {
      kind: 'stale_context',
      severity: 'medium',
      title: `States that it is out of date: ${excerpt(text, 80)}`,
      detail: `${origin.name} calls itself outdated: ${excerpt(words)}.`,
      memoryIds: origin.memoryIds,
      evidence: [excerpt(text), `its words: ${excerpt(words)}`],
      suggestion: isMemory(origin)
        ? `If nothing of it holds, POST /api/v1/forget {"memory_id": "${origin.memoryIds[0]}"}; if another memory replaces it, name that in POST /api/v1/memories/<its id>/supersede.`
        : 'Remove the statement from the file.',
      subjects: [digest(origin.subject, 'outdated')],
    },
  ];
}

/** Finds paths that do not exist. `tree` resolves relative paths; null if the root is unknown. */
export async function findGonePaths(
  origin: TextOrigin,
  text: string,
  files: ProjectFiles,
  tree: ProjectTree | null,
): Promise<Observation[]> {
  const gone: PathMention[] = [];
  for (const mention of pathMentions(text)) if (await isGone(mention, files, tree)) gone.push(mention);
  if (gone.length === 0) return [];
  const paths = gone.map(({ path }) => path);
  const many = gone.length > 1;
  return [
    {
      kind: 'stale_context',
      severity: 'medium',
      title: `${many ? `${gone.length} paths are` : `${paths[0]} is`} gone: ${excerpt(text, 80)}`,
      detail: `${origin.name} refers to ${paths.join(', ')}, which ${many ? 'are' : 'is'} not there any more.`,
      memoryIds: origin.memoryIds,
      evidence: [
        excerpt(text),
        ...gone.map(({ path, base }) =>
          base === 'relative' ? `not under ${tree!.root}: ${path}` : `not there: ${path}`,
        ),
      ],
      suggestion: isMemory(origin)
        ? 'PATCH the memory with the new path, or forget it if what it says is gone too.'
        : 'Correct the path in the file, or remove the statement.',
      subjects: [digest(origin.subject, 'gone', ...paths.toSorted())],
    },
  ];
}

async function isGone(mention: PathMention, files: ProjectFiles, tree: ProjectTree | null): Promise<boolean> {
  const { path, base, isFile } = mention;
  if (base !== 'relative') return (await files.exists(path)) === false;
  if (tree === null || !tree.complete || tree.has(path)) return false;
  return isFile || tree.has(path.replace(/^\.\//, '').split('/', 1)[0]!);
}

/** Finds a memory of low importance that was not read for a long time. */
export function findUnread(memory: Memory, now: number): Observation[] {
  if (decides(memory)) return [];
  const most = memory.type === 'context' ? UNREAD_CONTEXT : UNREAD_OTHERS;
  const before = now - most.days * DAY_MS;
  const lastTouched = Math.max(memory.createdAt, memory.updatedAt, memory.lastAccessedAt ?? 0);
  if (memory.importance > UNREAD_MAX_IMPORTANCE || memory.accessCount > most.reads || lastTouched > before) {
    return [];
  }
  const days = Math.floor((now - lastTouched) / DAY_MS);
  return [
    {
      kind: 'stale_context',
      severity: 'low',
      title: `Unread for ${most.days} days or more: ${excerpt(memory.content, 80)}`,
      detail: `A memory of type ${memory.type} and importance ${memory.importance}, last written or read ${days} days ago.`,
      memoryIds: [memory.memoryId],
      evidence: [
        excerpt(memory.content),
        `importance ${memory.importance}, read ${memory.accessCount} times`,
      ],
      suggestion: `If nobody needs it, POST /api/v1/forget {"memory_id": "${memory.memoryId}"}.`,
      subjects: [digest(memorySubject(memory), 'unread')],
    },
  ];
}

function isMemory({ memoryIds }: TextOrigin): boolean {
  return memoryIds.length > 0;
}
