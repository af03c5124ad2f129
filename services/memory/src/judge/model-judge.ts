import { createHash } from 'node:crypto';
import { callWithin } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';
import type { JudgementStore } from '../relations/judgement-store.js';
import type { Choice, ChoiceModel, Conversation } from './choice-model.js';
import type { JudgePrompt, QuestionOpinion } from './inquiry.js';
import type {
  ContradictionVerdict,
  JudgeOptions,
  PairJudge,
  PairVerdict,
  TextPair,
  Unsigned,
} from './pair-judge.js';
import { questionInquiry } from './question-inquiry.js';
import { statementInquiry } from './statement-inquiry.js';

export interface ModelJudgeOptions {
  model: ChoiceModel;
  judgements: JudgementStore;
  /** Returns the time in ms since the epoch. */
  clock: () => number;
  /** Receives the error if the model is unavailable or a judgement could not be stored. */
  onTrouble: (error: unknown) => void;
}

/**
 * Minimum probabilities of a yes. The small model, on 50 pairs written blind that were not used for fitting:
 * conflicts P 0.93 at R 0.54, duplicates 1.00 at about 0.6. No conflict of these or of 114 others
 * (cross-validated) is called a duplicate; with 0.8, one is.
 */
const YES = { conflict: 0.7, same: 0.85, question: 0.8 };
/**
 * Maximum probability of a no: this was true of one of 42 conflicts, and of almost half of the pairs that
 * only look alike. In between, the verdict is open.
 */
const NO = 0.2;
/** In characters. Longer texts contain several statements, and small models cannot read them. */
const MAX_LENGTH = 2_000;
/** Pause after a failure, so that an audit does not wait for a timeout for each pair. */
const PAUSE_MS = 30_000;

/** Calls a language model in both orders of a pair, and stores its responses. */
export function createModelJudge({ model, judgements, clock, onTrouble }: ModelJudgeOptions): PairJudge {
  const by = `model:${model.name}`;
  const lanes = pLimit(model.inFlight);
  const statements = statementInquiry(model.name);
  /** Responses that are not stored yet. */
  const unsavedAnswers = new Map<string, Answers>();
  let trouble: { error: unknown; until: number } | null = null;

  /** Rejects if the model is unavailable. */
  async function ask(
    { questions }: JudgePrompt<unknown>,
    [a, b]: readonly [string, string],
    signal: AbortSignal,
  ): Promise<Answers> {
    const choose = (conversation: Conversation) => lanes(() => model.choose(conversation, { signal }));
    const [there, back] = await Promise.all(
      [questions(a, b), questions(b, a)].map((order) => Promise.all(order.map(choose))),
    );
    return { there: there!, back: back! };
  }

  /** Returns the stored responses, or calls the model, or returns the reason why it was not called. */
  async function answersTo(
    inquiry: JudgePrompt<unknown>,
    pair: TextPair,
    { signal, budget }: JudgeOptions,
  ): Promise<Answers | string> {
    // Both orders of the pair use the same key and get a bit-identical verdict.
    const texts = [pair.a.text, pair.b.text].sort() as [string, string];
    const key = createHash('sha256')
      .update(JSON.stringify([model.name, inquiry.version, ...texts]))
      .digest('base64url');
    const unsaved = unsavedAnswers.get(key);
    if (unsaved !== undefined) return unsaved;
    const known = await judgements.find(key);
    if (known !== null) return fromNumbers(known);
    if (trouble !== null && clock() < trouble.until) throw trouble.error;
    if (budget?.take() === false) return SPENT;
    try {
      const answers = await callWithin(undefined, [signal, budget?.signal], (ending) =>
        ask(inquiry, texts, ending),
      );
      trouble = null;
      keep(key, answers);
      return answers;
    } catch (error) {
      signal?.throwIfAborted();
      if (budget?.signal.aborted) return SPENT;
      if (error instanceof AppError && error.code === 'unfit_question') return error.message;
      trouble = { error, until: clock() + PAUSE_MS };
      onTrouble(error);
      throw error;
    }
  }

  /** Stores the responses in the background. */
  function keep(key: string, answers: Answers): void {
    unsavedAnswers.set(key, answers);
    judgements
      .put(key, toNumbers(answers), clock())
      .catch(onTrouble)
      .finally(() => unsavedAnswers.delete(key));
  }

  /** Returns the opinion of `inquiry` about the pair, or the reason why the verdict is open. */
  async function opinionOf<Opinion>(
    inquiry: JudgePrompt<Opinion>,
    pair: TextPair,
    options: JudgeOptions,
  ): Promise<Opinion | string> {
    options.signal?.throwIfAborted();
    if (Math.max(pair.a.text.length, pair.b.text.length) > MAX_LENGTH) return TOO_LONG;
    const answers = await answersTo(inquiry, pair, options);
    await options.between?.();
    return typeof answers === 'string' ? answers : inquiry.weigh(answers.there, answers.back);
  }

  function verdict(pair: TextPair, probability: number, yes: number, what: string): Unsigned<PairVerdict> {
    if (probability <= NO) return { answer: 'no', confidence: probability, evidence: [] };
    if (probability < yes) return open(`the model is not sure whether ${what} (${probability.toFixed(2)})`);
    const evidence = [`a model judged that ${what}: '${pair.a.text}' and '${pair.b.text}'`];
    return { answer: 'yes', confidence: probability, evidence };
  }

  /** Judges whether the answer of `inquiry` is "same" with at least the probability `yes`. */
  function isSame(inquiry: JudgePrompt<QuestionOpinion>, yes: number, what: string) {
    return async (pair: TextPair, options: JudgeOptions): Promise<Unsigned<PairVerdict>> => {
      if (pair.a.text === pair.b.text) return SAME;
      const opinion = await opinionOf(inquiry, pair, options);
      return typeof opinion === 'string' ? open(opinion) : verdict(pair, opinion.same, yes, what);
    };
  }

  async function contradiction(
    pair: TextPair,
    options: JudgeOptions,
  ): Promise<Unsigned<ContradictionVerdict>> {
    if (pair.a.text === pair.b.text) return { answer: 'no', confidence: 0, evidence: [] };
    const opinion = await opinionOf(statements, pair, options);
    if (typeof opinion === 'string') return open(opinion);
    const { answer, ...rest } = verdict(pair, opinion.conflict, YES.conflict, 'both cannot hold');
    return answer === 'yes' ? { answer, reason: 'judged', ...rest } : { answer, ...rest };
  }

  /** Judges the pairs concurrently, up to the limit of the model. */
  function all<Found extends Unsigned<PairVerdict>>(
    judge: (pair: TextPair, options: JudgeOptions) => Promise<Found>,
  ) {
    return async (pairs: readonly TextPair[], options: JudgeOptions = {}) => {
      const inTurn = pLimit(model.inFlight);
      return Promise.all(pairs.map((pair) => inTurn(async () => ({ ...(await judge(pair, options)), by }))));
    };
  }

  return {
    sameQuestion: all(isSame(questionInquiry, YES.question, 'both ask the same')),
    sameStatement: all(isSame(statements, YES.same, 'both have the same meaning')),
    contradiction: all(contradiction),
  };
}

interface Answers {
  there: readonly Choice[];
  back: readonly Choice[];
}

const SAME = { answer: 'yes', confidence: 1, evidence: ['the same text'] } as const;
const SPENT = 'the budget of model calls is used up';
const TOO_LONG = `the model judges only texts of at most ${MAX_LENGTH} characters`;

function open(why: string): Unsigned<PairVerdict> & { answer: 'open' } {
  return { answer: 'open', confidence: 0, evidence: [why] };
}

/** Encodes of each choice the number of alternatives, whether it was measured, and the probabilities. */
function toNumbers({ there, back }: Answers): number[] {
  return [...there, ...back].flatMap(({ probabilities, isMeasured }) => [
    probabilities.length,
    isMeasured ? 1 : 0,
    ...probabilities,
  ]);
}

function fromNumbers(numbers: readonly number[]): Answers {
  const choices: Choice[] = [];
  for (let at = 0; at < numbers.length; ) {
    const end = at + 2 + numbers[at]!;
    choices.push({ isMeasured: numbers[at + 1] === 1, probabilities: numbers.slice(at + 2, end) });
    at = end;
  }
  return { there: choices.slice(0, choices.length / 2), back: choices.slice(choices.length / 2) };
}
