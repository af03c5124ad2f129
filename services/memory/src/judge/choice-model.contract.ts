import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChoiceModel, Conversation } from './choice-model.js';

const conversation: Conversation = {
  instruction: 'Say which colour is named. Answer Red or Blue.',
  examples: [
    { question: '"The paint is red."', answer: 'Red' },
    { question: '"The door is blue."', answer: 'Blue' },
    { question: '"We took the red one."', answer: 'Red' },
    { question: '"Her coat was blue."', answer: 'Blue' },
  ],
  question: '"The car is red."',
  choices: ['Red', 'Blue'],
};
const other = '"The car is blue."';

/** Tests the promises of ChoiceModel, with a model that can recognise colours. */
export function testChoiceModel(name: string, create: () => Promise<ChoiceModel>): void {
  describe(`${name} as a model that chooses`, () => {
    let model: ChoiceModel;
    beforeAll(async () => {
      model = await create();
    });
    afterAll(() => model.close());

    it('returns the probability of each choice', async () => {
      const about = async (question: string) => {
        const { probabilities } = await model.choose({ ...conversation, question });
        expect(probabilities).toHaveLength(2);
        expect(probabilities[0]! + probabilities[1]!).toBeCloseTo(1, 6);
        return probabilities[0]!;
      };
      expect(await about(conversation.question)).toBeGreaterThan(0.5);
      expect(await about(other)).toBeLessThan(0.5);
    });

    it('answers concurrent questions independently', async () => {
      const { question: first } = conversation;
      const questions = [first, other, first].map((question) => ({ ...conversation, question }));
      const choices = await Promise.all(questions.map((question) => model.choose(question)));
      expect(choices.map(({ probabilities: [red] }) => red! > 0.5)).toEqual([true, false, true]);
    });

    it('rejects with the reason of the signal, and answers the next question', async () => {
      const reason = new Error('nobody waits for it');
      const before = AbortSignal.abort(reason);
      await expect(model.choose(conversation, { signal: before })).rejects.toBe(reason);
      const leaving = new AbortController();
      const chosen = model.choose(conversation, { signal: leaving.signal });
      leaving.abort(reason);
      await expect(chosen).rejects.toBe(reason);
      const { probabilities } = await model.choose(conversation);
      expect(probabilities[0]).toBeGreaterThan(0.5);
    });
  });
}
