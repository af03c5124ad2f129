import type { Conversation } from '../../ports/choice-model.js';

export interface LlamaSettings {
  /** Where node-llama-cpp lies, as a file: URL. */
  bindingUrl: string;
  modelPath: string;
}

/** The logits of the choices, in their order. */
export type LlamaCalls = { choose: { ask: Conversation; answer: number[] } };
