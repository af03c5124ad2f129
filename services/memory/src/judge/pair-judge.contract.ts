import { beforeAll, describe, expect, it } from 'vitest';
import type { JudgeOptions, PairJudge, PairVerdict, TextPair } from './pair-judge.js';

type Texts = readonly [string, string];

export interface JudgeUnderTest {
  judge: PairJudge;
  pairOf(a: string, b: string): Promise<TextPair>;
  /**
   * Pairs for which the judge answers yes to the question of the same name; `unrelated` pairs get no yes from
   * any question.
   */
  sameQuestion: readonly Texts[];
  sameStatement: readonly Texts[];
  contradiction: readonly Texts[];
  unrelated: readonly Texts[];
}

const questions = ['sameQuestion', 'sameStatement', 'contradiction'] as const;
type Ask = (pairs: readonly TextPair[], options?: JudgeOptions) => Promise<readonly PairVerdict[]>;

/** Tests the promises of PairJudge, for every adapter. */
export function testPairJudge(name: string, create: () => Promise<JudgeUnderTest>): void {
  describe(`${name} as a judge of pairs`, () => {
    let judged: JudgeUnderTest;
    let examples: TextPair[];
    beforeAll(async () => {
      judged = await create();
      const texts = [...questions, 'unrelated' as const].flatMap((key) => judged[key]);
      examples = await Promise.all(texts.map(([a, b]) => judged.pairOf(a, b)));
    });

    const ask = (question: (typeof questions)[number]): Ask => judged.judge[question];
    const answersTo = async (question: (typeof questions)[number], texts: readonly Texts[]) => {
      const pairs = await Promise.all(texts.map(([a, b]) => judged.pairOf(a, b)));
      return (await ask(question)(pairs)).map(({ answer }) => answer);
    };

    describe.each(questions)('%s', (question) => {
      it('answers yes to matching pairs only', async () => {
        expect(new Set(await answersTo(question, judged[question]))).toEqual(new Set(['yes']));
        expect(await answersTo(question, judged.unrelated)).not.toContain('yes');
      });

      it('answers a batch in its order, each pair independently', async () => {
        const together = await ask(question)(examples);
        expect(together).toHaveLength(examples.length);
        for (const [at, pair] of examples.entries())
          expect(await ask(question)([pair])).toEqual([together[at]]);
        expect(await ask(question)([])).toEqual([]);
      });

      it('ignores the order of the two texts', async () => {
        const reversed = examples.map(({ a, b, cosine }) => ({ a: b, b: a, cosine }));
        const [there, back] = [await ask(question)(examples), await ask(question)(reversed)];
        for (const [at, { answer, confidence }] of there.entries()) {
          expect(back[at]!.answer).toBe(answer);
          expect(back[at]!.confidence).toBeCloseTo(confidence, 6);
        }
      });

      it.each([
        ['an empty text', ''],
        ['a sentence', 'Use tabs for indentation'],
        ['64 KiB of one word', 'x'.repeat(65_536)],
        ['64 KiB of sentences', 'Use tabs for indentation. '.repeat(2_520)],
      ])('recognises %s as equal to itself, and answers no or open for another text', async (_, text) => {
        const pair = { a: { text }, b: { text }, cosine: 1 };
        const [same] = await ask(question)([pair]);
        expect(same!.answer).toBe(question === 'contradiction' ? 'no' : 'yes');
        const [other] = await ask(question)([{ ...pair, b: { text: 'Backups run at night' } }]);
        expect(other!.answer).not.toBe('yes');
      });

      it('returns its name, a confidence from 0 to 1, and evidence for a yes', async () => {
        for (const { by, answer, confidence, evidence } of await ask(question)(examples)) {
          expect(by).toMatch(/^(?:rules|model:.+)$/);
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
          if (answer !== 'no') expect(evidence.length).toBeGreaterThan(0);
          if (answer === 'yes') expect(confidence).toBeGreaterThan(0);
          if (answer === 'open') expect(confidence).toBe(0);
        }
      });

      it('rejects with the reason of the signal, before and during the call', async () => {
        const reason = new Error('the audit was stopped');
        await expect(ask(question)(examples, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
        const leaving = new AbortController();
        const between = () => leaving.abort(reason);
        const judging = ask(question)(examples, { signal: leaving.signal, between });
        await expect(judging).rejects.toBe(reason);
      });
    });

    it('never judges two texts as both equal and contradictory', async () => {
      const same = await judged.judge.sameStatement(examples);
      const contradictory = await judged.judge.contradiction(examples);
      for (const [at, { answer }] of same.entries())
        expect([answer, contradictory[at]!.answer]).not.toEqual(['yes', 'yes']);
    });
  });
}
