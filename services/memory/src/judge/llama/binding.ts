import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@anima/service/errors';

/** The parts of node-llama-cpp 3 that are used. Users install it themselves, see `findBinding`. */
export interface Binding {
  getLlama(options: {
    gpu: 'auto';
    build: 'never';
    usePrebuiltBinaries: true;
    skipDownload: true;
    progressLogs: false;
    logLevel: 'error';
  }): Promise<Llama>;
  resolveChatWrapper(
    model: Model,
    options: { customWrapperSettings: { qwen: { thoughts: 'auto' | 'discourage' } } },
  ): ChatWrapper;
}

interface Llama {
  loadModel(options: { modelPath: string; loadSignal?: AbortSignal }): Promise<Model>;
}

export type Token = number & { readonly token?: never };

export interface Model {
  readonly tokenizer: unknown;
  readonly trainContextSize: number;
  readonly fileInfo: { readonly metadata: { readonly tokenizer?: { readonly chat_template?: string } } };
  /** Without `special`, control tokens of the model are not created from the text. */
  tokenize(text: string, special?: boolean): Token[];
  createContext(options: {
    contextSize: number;
    sequences: number;
    threads: number;
  }): Promise<{ getSequence(): Sequence }>;
}

export interface Sequence {
  /** Number of tokens that the sequence has read. */
  readonly nextTokenIndex: number;
  compareContextTokens(tokens: Token[]): { firstDifferentIndex: number };
  /** Removes the tokens after the common prefix. */
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>;
  controlledEvaluate(
    input: [Token, { generateNext: { logits: { filter: { tokens: readonly Token[] } } } }][],
  ): Promise<({ next: { logits?: Map<Token, number> } } | undefined)[]>;
}

export interface ChatWrapper {
  generateContextState(options: { chatHistory: ChatItem[] }): {
    contextText: { tokenize(tokenizer: unknown): Token[] };
  };
}

export type ChatItem =
  | { type: 'system'; text: string }
  | { type: 'user'; text: string }
  | { type: 'model'; response: string[] };

/** The version used for development and tests. Results change with every release. */
const BINDING = 'node-llama-cpp@3.22.0';

/**
 * Finds node-llama-cpp in `folder` or next to this service. It contains 700 MB of GPU programs, so it is not
 * a dependency, and users who need a local judge install it. Returns null if it is not installed.
 */
export function findBinding(folder: string): string | null {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return pathToFileURL(createRequire(from).resolve('node-llama-cpp')).href;
    } catch {
      // Continue with the next location.
    }
  }
  return null;
}

/** Creates the error of one line that states the solution. */
export function missingBinding(folder: string): AppError {
  return new AppError(
    'invalid_configuration',
    `MEMORY_JUDGE_MODEL: expected the package node-llama-cpp to run a GGUF, found none; install it with: npm install --prefix ${JSON.stringify(folder)} ${BINDING}`,
  );
}

export async function loadBinding(url: string): Promise<Binding> {
  return (await import(url)) as Binding;
}
