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
