import { createHash } from 'node:crypto';
import { TURN_IMPORTANCE } from '@anima/text/turn-text';
import type { Turn } from './hook-event.js';
import type { MemoryService } from './memory-service.js';
import type { Project } from './project-of.js';

const MAX_NAME = 128;

/**
 * Stores turns in order, each only once. Skips turns that the service rejects permanently; stops if the service is
 * unreachable.
 * @returns ids of the memories, the number of handled turns, and the problem if a turn was not stored.
 */
export async function storeTurns(
  service: MemoryService,
  turns: readonly Turn[],
  { tool, sessionId, project }: { tool: string; sessionId: string; project: Project },
): Promise<{ stored: string[]; done: number; problem: string | null }> {
  const stored: string[] = [];
  let problem: string | null = null;
  for (const [index, { key, speaker, text, occurredAt }] of turns.entries()) {
    const memory = {
      content: text.toWellFormed(),
      type: 'context',
      importance: TURN_IMPORTANCE,
      project: project.name,
      tags: ['conversation'],
      conversation_id: sessionId.slice(0, MAX_NAME),
      speaker,
      role: speaker,
      occurred_at: occurredAt,
      secrets: 'redact',
    };
    try {
      const idempotencyKey = createHash('sha256').update(`${tool}\n${key}\n${speaker}`).digest('hex');
      const { status, body } = await service.post('/api/v1/remember', memory, {
        'idempotency-key': idempotencyKey,
      });
      if (status === 201 && typeof body.memory_id === 'string') stored.push(body.memory_id);
      // The turn was stored in a session that this one continues.
      else if (body.code === 'idempotency_key_reused') continue;
      else if (status >= 500 || status === 401 || status === 403 || status === 409 || status === 429)
        return {
          stored,
          done: index,
          problem: `the memory service responded with ${status} ${body.code ?? ''}`.trim(),
        };
      else problem = `a turn was rejected: ${status} ${body.code ?? ''}`.trim();
    } catch (error) {
      return { stored, done: index, problem: (error as Error).message };
    }
  }
  return { stored, done: turns.length, problem };
}
