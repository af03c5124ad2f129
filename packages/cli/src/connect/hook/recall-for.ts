import { isInformative } from '@anima/text/informative';
import { lengthInLetters } from '@anima/text/letters';
import { type MemoryBlock, type ShownMemory, writeMemoryBlock } from '@anima/text/memory-block';
import type { ConnectSettings } from '../connect-settings.js';
import type { Fields, HookEvent } from './hook-event.js';
import type { MemoryService } from './memory-service.js';
import type { Project } from './project-of.js';
import type { SessionState } from './session-state.js';

/** Maximum length of a query: the beginning of a prompt shows its subject, and the service accepts 8 KiB. */
const MAX_QUERY_CHARACTERS = 1_500;
/** Minimum length of a query by `lengthInLetters`: "yes" or "continue" need no memories. */
const MIN_QUERY_LETTERS = 12;
const RECALLED = 8;
const PER_TYPE = 12;
/** Minimum relevance of an injected memory, the value of the recall tool (search/ranking/relevance.ts). */
const MIN_RELEVANCE = 0.25;

/** Groups of a project's context: decisions first, turns of conversations last. */
const groups = ['decisions', 'preferences', 'patterns', 'errors', 'entities', 'facts', 'context'] as const;

/**
 * Returns relevant memories that are not in the context of the model yet; null without such memories.
 * @throws Error if the service rejects the request.
 */
export async function recallFor(
  service: MemoryService,
  event: HookEvent,
  project: Project,
  state: Pick<SessionState, 'injected'>,
  settings: Pick<ConnectSettings, 'budgetTokens' | 'hidden'>,
): Promise<MemoryBlock | null> {
  const found =
    event.moment === 'start'
      ? await contextOf(service, project)
      : await answersTo(service, project, event.prompt);
  const known = new Set([...state.injected, ...settings.hidden]);
  // Turns of this session are in the context already.
  const fresh = found.filter(
    (memory) =>
      !known.has(memory.memory_id) && memory.conversation_id !== event.sessionId && isInformative(memory),
  );
  return writeMemoryBlock(project.name, fresh, settings.budgetTokens);
}

/** Earlier versions named projects after their folders. Returns a hint if a new project has memories under that name. */
export async function findLegacyMemories(
  service: MemoryService,
  { name, folderName }: Project,
): Promise<string | undefined> {
  const isKnown = async (project: string) => (await service.get(contextPath(project, 1))).status === 200;
  if (name === folderName || (await isKnown(name)) || !(await isKnown(folderName))) return undefined;
  return `memories of a project ${JSON.stringify(folderName)} are not shown, because projects are repositories or folders with their path now. If they belong to this project, run: anima connect --project ${JSON.stringify(folderName)}`;
}

interface FoundMemory extends ShownMemory {
  conversation_id: string | null;
  project: string | null;
  relevance?: number;
}

async function contextOf(service: MemoryService, project: Project): Promise<FoundMemory[]> {
  const { status, body } = await service.get(contextPath(project.name, PER_TYPE));
  // The project has no memories yet.
  if (status === 404) return [];
  assertAnswered(status, body);
  const memories = body.memories as Record<string, FoundMemory[]>;
  return groups.flatMap((group) => memories[group] ?? []);
}

const contextPath = (project: string, perType: number): string =>
  `/api/v1/project/${encodeURIComponent(project)}/context?per_type=${perType}`;

/** Recalls memories of the project and memories without a project. */
async function answersTo(
  service: MemoryService,
  project: Project,
  prompt: string | null,
): Promise<FoundMemory[]> {
  const query = (prompt ?? '').trim().slice(0, MAX_QUERY_CHARACTERS).toWellFormed();
  if (lengthInLetters(query) < MIN_QUERY_LETTERS) return [];
  const [own, all] = await Promise.all([
    service.post('/api/v1/recall', {
      query,
      limit: RECALLED,
      min_relevance: MIN_RELEVANCE,
      filter: { project_id: project.name },
    }),
    // Search does not count memories of other projects as used, unlike recall.
    service.post('/api/v1/search', { query, page_size: RECALLED }),
  ]);
  for (const { status, body } of [own, all]) assertAnswered(status, body);
  const everywhere = (all.body.results as FoundMemory[]).filter((memory) => memory.project === null);
  return [...(own.body.memories as FoundMemory[]), ...everywhere]
    .filter((memory) => relevanceOf(memory) >= MIN_RELEVANCE)
    .sort((a, b) => relevanceOf(b) - relevanceOf(a));
}

const relevanceOf = (memory: FoundMemory): number => memory.relevance ?? 0;

function assertAnswered(status: number, body: Fields): void {
  if (status === 200) return;
  throw new Error(
    `the memory service responded with ${status}${typeof body.code === 'string' ? ` ${body.code}` : ''}`,
  );
}
