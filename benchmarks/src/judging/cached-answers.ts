import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Choice, ChoiceModel, Conversation } from '@anima/memory/dist/judge/choice-model.js';

/**
 * Wraps a model with a disk cache: each conversation is sent to the model once per machine. `askedMs` has the
 * durations, in ms, of the calls that were not cached.
 */
export function keepAnswers(model: ChoiceModel): ChoiceModel & { responseMs: number[] } {
  const folder = join(tmpdir(), 'anima-bench-judge');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${model.name.replace(/[^\w.-]/g, '_')}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as [key: string, choice: Choice]));
  const responseMs: number[] = [];
  return {
    ...model,
    responseMs: responseMs,
    async choose(conversation, options) {
      const key = keyOf(conversation);
      const cached = known.get(key);
      if (cached !== undefined) return cached;
      const startedAt = performance.now();
      const choice = await model.choose(conversation, options);
      responseMs.push(performance.now() - startedAt);
      known.set(key, choice);
      appendFileSync(file, `${JSON.stringify([key, choice])}\n`);
      return choice;
    },
  };
}

function keyOf(conversation: Conversation): string {
  return createHash('sha256').update(JSON.stringify(conversation)).digest('base64url');
}
