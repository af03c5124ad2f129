import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RemoteCallError, startProcess, type WorkerHandle } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import type { ChoiceModel } from '../choice-model.js';
import { findBinding, missingBinding } from './binding.js';
import type { LlamaCalls, LlamaSettings } from './chooser.js';

export interface LlamaModelOptions {
  modelPath: string;
  /** Folder that is searched first for node-llama-cpp. */
  packageFolder: string;
  /** The process exits after this time without a call, which frees its memory. */
  idleMs?: number;
}

const IDLE_MS = 5 * 60_000;
/** Time limit to stop a call that is no longer needed; the model checks every second or two. */
const STOP_MS = 10_000;
const CLOSE_MS = 2_000;

// The built file, which also runs if this module runs from its source, as in tests.
const file = fileURLToPath(new URL('../../../dist/judge/llama/llama-process.js', import.meta.url));

/** Runs a GGUF model in a child process from the first call on. Throws if it can never run. */
export function createLlamaModel({
  modelPath,
  packageFolder,
  idleMs = IDLE_MS,
}: LlamaModelOptions): ChoiceModel {
  if (!existsSync(modelPath))
    throw new AppError(
      'invalid_configuration',
      `MEMORY_JUDGE_MODEL: expected a GGUF file or the name of a fetched model, but no file exists at ${modelPath}`,
    );
  const bindingUrl = findBinding(packageFolder);
  if (bindingUrl === null) throw missingBinding(packageFolder);
  const settings: LlamaSettings = { bindingUrl, modelPath };
  let running: WorkerHandle<LlamaCalls> | null = null;
  let pendingCalls = 0;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  function process(): WorkerHandle<LlamaCalls> {
    if (running === null || !running.isAlive())
      running = startProcess<LlamaCalls>({
        file,
        name: 'the judge process',
        settings,
        stopMs: STOP_MS,
        closeMs: CLOSE_MS,
      });
    return running;
  }

  function rest(): void {
    if (pendingCalls > 0 || isClosed) return;
    idle = setTimeout(() => void running?.close(), idleMs).unref();
  }

  return {
    name: basename(modelPath).replace(/\.gguf$/i, ''),
    inFlight: 1,
    async choose(conversation, { signal } = {}) {
      if (isClosed) throw new AppError('unavailable', 'The service is stopping');
      clearTimeout(idle);
      pendingCalls++;
      try {
        const logits = await process().ask('choose', conversation, { signal });
        // A process can finish a call before it receives the request to stop.
        signal?.throwIfAborted();
        return { probabilities: shares(logits), isMeasured: true };
      } catch (cause) {
        signal?.throwIfAborted();
        if (cause instanceof RemoteCallError && cause.code !== null)
          throw new AppError(cause.code, cause.message, { cause });
        throw new AppError('unavailable', `The judge failed: ${(cause as Error).message}`, {
          cause,
        });
      } finally {
        pendingCalls--;
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

/** Softmax over the choices. */
function shares(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  if (!Number.isFinite(highest)) throw new Error('Expected a number for each choice, received none');
  const weights = logits.map((logit) => Math.exp(logit - highest));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
