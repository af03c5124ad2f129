import type { Strictness } from '@anima/memory/dist/cache/strictness.js';
import type { BlindPrompt } from './blind-sets.js';
import type { OpenService } from './open-service.js';

export interface CheckedPrompt extends BlindPrompt {
  /** The cached prompt whose response was returned. Null on a miss. */
  readonly answeredBy: string | null;
}

const MODEL = 'blind';

/** Stores a response to every `cached` prompt. */
export async function storePrompts({ post }: OpenService, prompts: readonly BlindPrompt[]): Promise<void> {
  for (const { cached } of prompts) {
    await post('/api/v1/cache/store', { model: MODEL, query: cached, response: `the answer to: ${cached}` });
  }
}

/** Checks every `asked` prompt. All `cached` prompts must be stored. */
export async function checkPrompts(
  { post }: OpenService,
  prompts: readonly BlindPrompt[],
  strictness: Strictness,
): Promise<CheckedPrompt[]> {
  const checked: CheckedPrompt[] = [];
  for (const prompt of prompts) {
    const answer = await post<{ hit: boolean; cached_query?: string }>('/api/v1/cache/check', {
      model: MODEL,
      query: prompt.asked,
      strictness,
    });
    checked.push({ ...prompt, answeredBy: answer.hit ? answer.cached_query! : null });
  }
  return checked;
}

/**
 * Returns true if a prompt got the response of another prompt: any response to a near miss, or any response
 * except its own to an equivalent prompt.
 */
export function isWrong({ label, cached, answeredBy }: CheckedPrompt): boolean {
  return answeredBy !== null && (label === 'different' || answeredBy !== cached);
}

export function isFound({ label, cached, answeredBy }: CheckedPrompt): boolean {
  return label === 'same' && answeredBy === cached;
}
