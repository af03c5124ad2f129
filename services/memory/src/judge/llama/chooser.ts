import { availableParallelism } from 'node:os';
import { AppError } from '@anima/service/errors';
import type { Conversation } from '../choice-model.js';
import type { Binding, ChatItem, ChatWrapper, Model, Sequence, Token } from './binding.js';

export interface LlamaSettings {
  /** Location of node-llama-cpp as a file: URL. */
  bindingUrl: string;
  modelPath: string;
}

/** The response contains the logits of the choices, in their order. */
export type LlamaCalls = { choose: { ask: Conversation; answer: number[] } };

/** Number of prompts whose common prefix stays in memory: 120 MB each with 1.5 billion weights. */
const SEQUENCES = 2;
/** Enough for two notes of 2,000 characters in any script, after instruction and examples. */
const CONTEXT_TOKENS = 4_096;
/** Number of tokens between two checks of the signal: one or two seconds on a slow machine. */
const BATCH = 64;
/** Threads wait for each other at every step, so more threads than free cores are slower. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));

/** Reads a conversation and returns the logit of each choice as the next word. */
export function createChooser({ modelPath }: LlamaSettings, load: () => Promise<Binding>) {
  let opened: Promise<Opened> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function choose(conversation: Conversation, signal: AbortSignal): Promise<number[]> {
    opened ??= load().then((binding) => open(binding, modelPath));
    opened.catch(() => (opened = null));
    // Loading continues after an abort, so that the next call can use the model.
    const { model, wrapper, sequences } = await untilAborted(opened, signal);
    const firsts = firstTokens(model, conversation.choices);
    const tokens = wrapper
      .generateContextState({ chatHistory: historyOf(conversation) })
      .contextText.tokenize(model.tokenizer);
    if (tokens.length > Math.min(CONTEXT_TOKENS, model.trainContextSize))
      throw new AppError(
        'unfit_question',
        `Expected at most ${CONTEXT_TOKENS} tokens, received ${tokens.length}`,
      );
    const sequence = bestOf(sequences, tokens);
    // The last token is always read again, because its output is needed.
    await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
    const rest = tokens.slice(sequence.nextTokenIndex, -1);
    for (let at = 0; at < rest.length; at += BATCH) {
      signal.throwIfAborted();
      await sequence.evaluateWithoutGeneratingNewTokens(rest.slice(at, at + BATCH));
    }
    signal.throwIfAborted();
    const [answer] = await sequence.controlledEvaluate([
      [tokens.at(-1)!, { generateNext: { logits: { filter: { tokens: firsts } } } }],
    ]);
    return firsts.map((token) => answer?.next.logits?.get(token) ?? Number.NEGATIVE_INFINITY);
  }

  return {
    /** Runs calls in sequence, because the model uses all available CPU cores. */
    choose(conversation: Conversation, { signal }: { signal: AbortSignal }): Promise<number[]> {
      const chosen = last.then(() => {
        signal.throwIfAborted();
        return choose(conversation, signal);
      });
      last = chosen.catch(() => {});
      return chosen;
    },
  };
}

interface Opened {
  model: Model;
  wrapper: ChatWrapper;
  /** The most recently used sequence comes last. */
  sequences: Sequence[];
}

async function open(binding: Binding, modelPath: string): Promise<Opened> {
  const llama = await binding.getLlama({
    gpu: 'auto',
    build: 'never',
    usePrebuiltBinaries: true,
    skipDownload: true,
    progressLogs: false,
    logLevel: 'error',
  });
  const model = await llama.loadModel({ modelPath });
  // Marks the reasoning of a reasoning model as finished. Other models do not get this marker.
  const thinks = model.fileInfo.metadata.tokenizer?.chat_template?.includes('<think>') ?? false;
  const context = await model.createContext({
    contextSize: CONTEXT_TOKENS,
    sequences: SEQUENCES,
    threads: THREADS,
  });
  return {
    model,
    wrapper: binding.resolveChatWrapper(model, {
      customWrapperSettings: { qwen: { thoughts: thinks ? 'discourage' : 'auto' } },
    }),
    sequences: Array.from({ length: SEQUENCES }, () => context.getSequence()),
  };
}

/** Chooses the sequence that discards the fewest tokens, so that different prefixes stay separate. */
function bestOf(sequences: Sequence[], tokens: Token[]): Sequence {
  const cost = (sequence: Sequence) => {
    const common = sequence.compareContextTokens(tokens).firstDifferentIndex;
    return tokens.length - common + sequence.nextTokenIndex - common;
  };
  const best = sequences.reduce((chosen, each) => (cost(each) < cost(chosen) ? each : chosen));
  sequences.push(...sequences.splice(sequences.indexOf(best), 1));
  return best;
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function firstTokens(model: Model, choices: readonly string[]): Token[] {
  const firsts = choices.map((choice) => model.tokenize(choice, false)[0]!);
  if (new Set(firsts).size < choices.length)
    throw new Error(`Expected choices that begin differently for this model, received ${choices.join(', ')}`);
  return firsts;
}

function historyOf({ instruction, examples, question }: Conversation): ChatItem[] {
  return [
    { type: 'system', text: instruction },
    ...examples.flatMap(({ question, answer }): ChatItem[] => [
      { type: 'user', text: question },
      { type: 'model', response: [answer] },
    ]),
    { type: 'user', text: question },
    { type: 'model', response: [] },
  ];
}
