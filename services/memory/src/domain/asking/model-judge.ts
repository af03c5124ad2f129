import { createHash } from 'node:crypto';
import { callWithin } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';
import type { Choice, ChoiceModel, Conversation } from '../../ports/choice-model.js';
import type { JudgementStore } from '../../ports/judgement-store.js';
import type {
  ContradictionVerdict,
  JudgeOptions,
  PairJudge,
  PairVerdict,
  TextPair,
  Unsigned,
} from '../../ports/pair-judge.js';
import type { JudgePrompt } from './inquiry.js';
import { questionInquiry } from './question-inquiry.js';
import { statementInquiry } from './statement-inquiry.js';

export interface ModelJudgeOptions {
  model: ChoiceModel;
  judgements: JudgementStore;
  /** ms since the epoch. */
  clock: () => number;
  /** Told of a model that cannot be asked, and of judgements that could not be kept. */
  onTrouble: (error: unknown) => void;
}

/**
 * From here on it is a yes. With the small model, on 50 pairs written blind that it was not fitted on: conflicts P .93 at R .54,
 * duplicates 1.00 at about .6. No conflict of these or of 114 others (cross-validated) is called the same; at .8 one is.
 */
const YES = { conflict: 0.7, same: 0.85, question: 0.8 };
/** Up to here it is a no: that held of one of 42 conflicts, and of almost half of what only looks alike. Between them it is open. */
const NO = 0.2;
/** Longer texts say too much to be one statement, and would not fit before a small model. */
const MAX_LENGTH = 2_000;
/** A model that could not be asked is left alone for so long: an audit does not wait for each of its pairs in vain. */
const PAUSE_MS = 30_000;

/** Asks a language model, in both orders of a pair, and remembers what it answered. */
export function createModelJudge({ model, judgements, clock, onTrouble }: ModelJudgeOptions): PairJudge {
  const by = `model:${model.name}`;
  const lanes = pLimit(model.inFlight);
  const statements = statementInquiry(model.name);
  /** What was answered and is not kept yet. */
  const keeping = new Map<string, Answers>();
  let trouble: { error: unknown; until: number } | null = null;

  /** Rejects where the model cannot be asked. */
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

  /** Remembered, or asked; the reason where it may or can not be asked about this pair. */
  async function answersTo(
    inquiry: JudgePrompt<unknown>,
    pair: TextPair,
    { signal, budget }: JudgeOptions,
  ): Promise<Answers | string> {
    // One order for both ways round: the same key, and the same verdict to the last bit.
    const texts = [pair.a.text, pair.b.text].sort() as [string, string];
    const key = createHash('sha256')
      .update(JSON.stringify([model.name, inquiry.version, ...texts]))
      .digest('base64url');
    const kept = keeping.get(key);
    if (kept !== undefined) return kept;
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

  /** Nobody waits until it is kept. */
  function keep(key: string, answers: Answers): void {
    keeping.set(key, answers);
    judgements
      .put(key, toNumbers(answers), clock())
      .catch(onTrouble)
      .finally(() => keeping.delete(key));
  }

  /** What `inquiry` makes of the pair; or why it is open. */
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
    const evidence = [`a model says that ${what}: '${pair.a.text}' and '${pair.b.text}'`];
    return { answer: 'yes', confidence: probability, evidence };
  }

  async function sameQuestion(pair: TextPair, options: JudgeOptions): Promise<Unsigned<PairVerdict>> {
    if (pair.a.text === pair.b.text) return SAME;
    const opinion = await opinionOf(questionInquiry, pair, options);
    return typeof opinion === 'string'
      ? open(opinion)
      : verdict(pair, opinion.same, YES.question, 'both ask the same');
  }

  async function sameStatement(pair: TextPair, options: JudgeOptions): Promise<Unsigned<PairVerdict>> {
    if (pair.a.text === pair.b.text) return SAME;
    const opinion = await opinionOf(statements, pair, options);
    return typeof opinion === 'string'
      ? open(opinion)
      : verdict(pair, opinion.same, YES.same, 'both say the same');
  }

  async function contradiction(
    pair: TextPair,
    options: JudgeOptions,
  ): Promise<Unsigned<ContradictionVerdict>> {
    if (pair.a.text === pair.b.text) return { answer: 'no', confidence: 0, evidence: [] };
    const opinion = await opinionOf(statements, pair, options);
    if (typeof opinion === 'string') return open(opinion);
    const { answer, ...rest } = verdict(pair, opinion.conflict, YES.conflict, 'both cannot hold');
    return answer === 'yes' ? { answer, reason: 'judged', replaced: [], ...rest } : { answer, ...rest };
  }

  /** As many at a time as the model takes. */
  function all<Found extends Unsigned<PairVerdict>>(
    judge: (pair: TextPair, options: JudgeOptions) => Promise<Found>,
  ) {
    return async (pairs: readonly TextPair[], options: JudgeOptions = {}) => {
      const inTurn = pLimit(model.inFlight);
      return Promise.all(pairs.map((pair) => inTurn(async () => ({ ...(await judge(pair, options)), by }))));
    };
  }

  return {
    sameQuestion: all(sameQuestion),
    sameStatement: all(sameStatement),
    contradiction: all(contradiction),
  };
}

interface Answers {
  there: readonly Choice[];
  back: readonly Choice[];
}

const SAME = { answer: 'yes', confidence: 1, evidence: ['the same text'] } as const;
const SPENT = 'what may be asked of a model is spent';
const TOO_LONG = `a model is asked about texts of at most ${MAX_LENGTH} characters`;

function open(why: string): Unsigned<PairVerdict> & { answer: 'open' } {
  return { answer: 'open', confidence: 0, evidence: [why] };
}

/** For each choice: how many there were to choose from, whether it was measured, and the probabilities. */
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
