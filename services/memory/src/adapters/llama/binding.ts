import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@anima/service/errors';

/** The parts of node-llama-cpp 3 that are used. It is no dependency of ours: people who want it install it, see load-binding.ts. */
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
  /** Without `special`, no mark of the model's own comes out of a text. */
  tokenize(text: string, special?: boolean): Token[];
  createContext(options: {
    contextSize: number;
    sequences: number;
    threads: number;
  }): Promise<{ getSequence(): Sequence }>;
}

export interface Sequence {
  /** Tokens that it has read. */
  readonly nextTokenIndex: number;
  compareContextTokens(tokens: Token[]): { firstDifferentIndex: number };
  /** Forgets what does not begin as these do. */
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

/** With what this was built and tested; its models and answers change with every release. */
export const BINDING = 'node-llama-cpp@3.22.0';

/**
 * node-llama-cpp, as it was installed into `folder`, or beside this service. It comes with 700 MB of programs for graphics
 * cards, so it is no dependency: whoever wants a judge of his own installs it. Null where there is none.
 */
export function findBinding(folder: string): string | null {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return pathToFileURL(createRequire(from).resolve('node-llama-cpp')).href;
    } catch {
      // Looked for in the next place.
    }
  }
  return null;
}

/** What to do about it, in one line. */
export function missingBinding(folder: string): AppError {
  return new AppError(
    'invalid_configuration',
    `MEMORY_JUDGE_MODEL: expected the package node-llama-cpp to run a GGUF, found none; install it with: npm install --prefix ${JSON.stringify(folder)} ${BINDING}`,
  );
}

export async function loadBinding(url: string): Promise<Binding> {
  return (await import(url)) as Binding;
}
