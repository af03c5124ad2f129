import type { Strictness } from '@anima/memory/dist/domain/cache/strictness.js';
import type { BlindPrompt } from './blind-sets.js';
import type { OpenService } from './open-service.js';

export interface AskedPrompt extends BlindPrompt {
  /** The question whose answer was given; null on a miss. */
  readonly answeredBy: string | null;
}

const MODEL = 'blind';

/** Stores an answer to every `cached` prompt. */
export async function storePrompts({ post }: OpenService, prompts: readonly BlindPrompt[]): Promise<void> {
  for (const { cached } of prompts) {
    await post('/api/v1/cache/store', { model: MODEL, query: cached, response: `the answer to: ${cached}` });
  }
}

/** Asks every `asked` prompt, all `cached` ones being stored. */
export async function askPrompts(
  { post }: OpenService,
  prompts: readonly BlindPrompt[],
  strictness: Strictness,
): Promise<AskedPrompt[]> {
  const asked: AskedPrompt[] = [];
  for (const prompt of prompts) {
    const answer = await post<{ hit: boolean; cached_query?: string }>('/api/v1/cache/check', {
      model: MODEL,
      query: prompt.asked,
      strictness,
    });
    asked.push({ ...prompt, answeredBy: answer.hit ? answer.cached_query! : null });
  }
  return asked;
}

/** Given the answer of another question: any answer to a near miss, and any but its own to one that asks the same. */
export function isWrong({ label, cached, answeredBy }: AskedPrompt): boolean {
  return answeredBy !== null && (label === 'different' || answeredBy !== cached);
}

export function isFound({ label, cached, answeredBy }: AskedPrompt): boolean {
  return label === 'same' && answeredBy === cached;
}
