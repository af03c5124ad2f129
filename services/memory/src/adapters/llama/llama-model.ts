import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RemoteCallError, startProcess, type WorkerHandle } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import type { ChoiceModel } from '../../ports/choice-model.js';
import { findBinding, missingBinding } from './load-binding.js';
import type { LlamaCalls, LlamaSettings } from './protocol.js';

export interface LlamaModelOptions {
  modelPath: string;
  /** Where node-llama-cpp is looked for first. */
  packageFolder: string;
  /** After so long without a question the process ends, and its memory with it. */
  idleMs?: number;
}

const IDLE_MS = 5 * 60_000;
/** Of a question that is no longer wanted; the model looks up every second or two. */
const STOP_MS = 10_000;
const CLOSE_MS = 2_000;

// The built file: it runs also where this runs from its source, as in tests.
const file = fileURLToPath(new URL('../../../dist/adapters/llama/llama-process.js', import.meta.url));

/** A GGUF in a process of its own, started with the first question. Throws with one clear line where it can never run. */
export function createLlamaModel({
  modelPath,
  packageFolder,
  idleMs = IDLE_MS,
}: LlamaModelOptions): ChoiceModel {
  if (!existsSync(modelPath))
    throw new AppError(
      'invalid_configuration',
      `MEMORY_JUDGE_MODEL: expected a GGUF file or the name of a fetched model, found nothing at ${modelPath}`,
    );
  const bindingUrl = findBinding(packageFolder);
  if (bindingUrl === null) throw missingBinding(packageFolder);
  const settings: LlamaSettings = { bindingUrl, modelPath };
  let running: WorkerHandle<LlamaCalls> | null = null;
  let asked = 0;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  function process(): WorkerHandle<LlamaCalls> {
    if (running === null || !running.isAlive())
      running = startProcess<LlamaCalls>({
        file,
        name: 'the process that judges',
        settings,
        stopMs: STOP_MS,
        closeMs: CLOSE_MS,
      });
    return running;
  }

  function rest(): void {
    if (asked > 0 || isClosed) return;
    idle = setTimeout(() => void running?.close(), idleMs).unref();
  }

  return {
    name: basename(modelPath).replace(/\.gguf$/i, ''),
    inFlight: 1,
    async choose(conversation, { signal } = {}) {
      if (isClosed) throw new AppError('unavailable', 'The service is stopping');
      clearTimeout(idle);
      asked++;
      try {
        const logits = await process().ask('choose', conversation, { signal });
        // Asked to stop, a process may be done before it hears of it.
        signal?.throwIfAborted();
        return { probabilities: shares(logits), isMeasured: true };
      } catch (cause) {
        signal?.throwIfAborted();
        if (cause instanceof RemoteCallError && cause.code !== null)
          throw new AppError(cause.code, cause.message, { cause });
        throw new AppError('unavailable', `The judge could not be asked: ${(cause as Error).message}`, {
          cause,
        });
      } finally {
        asked--;
        rest();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await running?.close();
    },
  };
}

/** Softmax over the choices alone. */
function shares(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  if (!Number.isFinite(highest)) throw new Error('Expected a number for each choice, received none');
  const weights = logits.map((logit) => Math.exp(logit - highest));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
