import type { ChoiceModel, Conversation } from '../judge/choice-model.js';

/** Creates a model that returns the choices of `answer` and records its prompts. */
export function createScriptedModel(
  answer: (conversation: Conversation) => string | Promise<string>,
  { name = 'scripted', probability = 0.9 }: { name?: string; probability?: number } = {},
): ChoiceModel & { conversations: Conversation[] } {
  const conversations: Conversation[] = [];
  return {
    name,
    inFlight: 2,
    conversations: conversations,
    async choose(conversation, { signal } = {}) {
      await null;
      signal?.throwIfAborted();
      conversations.push(conversation);
      const chosen = await answer(conversation);
      const rest = (1 - probability) / (conversation.choices.length - 1);
      const probabilities = conversation.choices.map((choice) => (choice === chosen ? probability : rest));
      return { probabilities, isMeasured: true };
    },
    close: async () => {},
  };
}

/** Returns the two texts that a prompt contains. */
export function notesIn({ question }: Conversation): [string, string] {
  const [first, second] = question
    .split('\n')
    .map((line) => JSON.parse(line.slice(line.indexOf('"'))) as string);
  return [first!, second!];
}
