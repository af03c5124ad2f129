import type { ConfigFile } from '../../ports/config-folder.js';
import type { ProjectFiles, ProjectTree } from '../../ports/project-files.js';
import type { Memory } from '../memory/memory.js';
import { DAY_MS } from '../retrieval/ranking/calendar.js';
import type { Observation } from './audit-run.js';
import { excerpt } from './excerpt.js';
import { expiredDates } from './expiry-dates.js';
import { digest, memorySubject } from './fingerprint.js';
import { type PathMention, pathMentions } from './path-mentions.js';

/** A context memory this old, of at most this importance, and not read for as long, is worth a look. */
const UNREAD_DAYS = 180;
const UNREAD_MAX_IMPORTANCE = 0.3;
const MAX_READ_COUNT = 1;

/** What a text belongs to: a memory, or a place in a config file. */
export interface TextOrigin {
  memoryIds: readonly string[];
  /** "memory", or "CLAUDE.md:12". */
  name: string;
  subject: string;
}

export function originOf(memory: Memory): TextOrigin {
  return { memoryIds: [memory.memoryId], name: 'The memory', subject: memorySubject(memory) };
}

export function originIn(file: ConfigFile, line: number, text: string): TextOrigin {
  return { memoryIds: [], name: `${file.name}:${line}`, subject: digest('config', file.path, text) };
}

/** Dates that the text makes an end, and that are over. */
export function findExpired(origin: TextOrigin, text: string, now: number): Observation[] {
  const dates = expiredDates(text, now);
  const [first] = dates;
  if (first === undefined) return [];
  const day = new Date(Math.max(...dates.map(({ endsAt }) => endsAt))).toISOString().slice(0, 10);
  return [
    {
      kind: 'stale_context',
      severity: 'medium',
      title: `Over since ${day}: ${excerpt(text, 80)}`,
      detail: `${origin.name} names an end that has passed: "${first.phrase}".`,
      memoryIds: origin.memoryIds,
      evidence: [excerpt(text), ...dates.map(({ phrase }) => `ended: "${phrase}"`)],
      validUntil: Math.max(...dates.map(({ endsAt }) => endsAt)),
      suggestion: isMemory(origin)
        ? `If it no longer holds, POST /api/v1/forget {"memory_id": "${origin.memoryIds[0]}"}; if the date moved, PATCH the memory.`
        : 'Remove the statement from the file, or give it its new date.',
      subjects: [digest(origin.subject, 'expired', ...dates.map(({ phrase }) => phrase))],
    },
  ];
}

/** Paths that lead nowhere. `tree`: where relative ones are looked up; null where that is not known. */
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

/** A context memory of little importance that nobody has read for long. */
export function findUnread(memory: Memory, now: number): Observation[] {
  const before = now - UNREAD_DAYS * DAY_MS;
  const lastTouched = Math.max(memory.createdAt, memory.updatedAt, memory.lastAccessedAt ?? 0);
  if (
    memory.type !== 'context' ||
    memory.importance > UNREAD_MAX_IMPORTANCE ||
    memory.accessCount > MAX_READ_COUNT ||
    lastTouched > before
  ) {
    return [];
  }
  const days = Math.floor((now - lastTouched) / DAY_MS);
  return [
    {
      kind: 'stale_context',
      severity: 'low',
      title: `Unread for ${UNREAD_DAYS} days or more: ${excerpt(memory.content, 80)}`,
      detail: `A context memory of importance ${memory.importance}, last written or read ${days} days ago.`,
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
