import { expect, it, onTestFinished } from 'vitest';
import { openStoreAndIndex } from '../testing/store-and-index.js';
import { type RememberCommand, remember } from './remember.js';

const turn = (content: string): RememberCommand => ({
  memoryId: crypto.randomUUID(),
  content,
  type: 'fact',
  importance: 0.5,
  project: 'alpha',
  tags: [],
  sourceAgent: 'ada',
  ttlSeconds: null,
  conversationId: 'c',
  speaker: null,
  occurredAt: null,
});

it('keeps the order in which turns arrived, even if the store returns the later one first', async () => {
  const { deps, close } = openStoreAndIndex(() => 500);
  onTestFinished(close);
  const { store } = deps;
  let answer = () => {};
  const firstAnswer = new Promise<void>((resolve) => (answer = resolve));
  let queried = 0;
  const slow = {
    ...deps,
    store: {
      ...store,
      async proposeProject(name: string) {
        if (queried++ === 0) await firstAnswer;
        return store.proposeProject(name);
      },
    },
  };
  const refused = remember(deps, { ...turn('zero'), project: crypto.randomUUID() });
  const first = remember(slow, turn('one'));
  const second = remember(slow, turn('two'));
  await expect(refused).rejects.toMatchObject({ code: 'project_unknown' });
  await new Promise((resolve) => setImmediate(resolve));
  answer();
  const [one, two] = await Promise.all([first, second]);
  expect(two.memory.key).toBeGreaterThan(one.memory.key);
});
