import { describe, expect, it } from 'vitest';
import { family } from '../testing/engines/beep-family/family.js';
import { createMemoryEngine } from '../testing/engines/memory-engine.js';
import { createEnginePool, openEngines } from './open-engines.js';
import { createProcessEngine } from './process-engine.js';
import { testSpeechEngine } from './speech-engine.contract.js';
import { createSpeechEngines } from './speech-engines.js';
import type { SpeechWorker } from './speech-worker.js';

/** A process that answers nothing until it is let: its voice is being loaded. */
function gatedSpeaker() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const calls: string[] = [];
  const speaker: SpeechWorker = {
    async ask(name) {
      calls.push(name);
      await gate;
      return null;
    },
    isAlive: () => true,
    close: async () => {},
  };
  return { speaker, asked: calls, open: () => open() };
}

const places = { roots: [], onLeftOut: () => {} };
testSpeechEngine('of a family, in processes', async () => {
  const engines = await openEngines([family], { ...places, onCrash: () => {}, processes: () => 2 });
  return engines[0]!;
});
testSpeechEngine('in memory', createMemoryEngine);
testSpeechEngine('of several, side by side', () =>
  createSpeechEngines([createEnginePool(createMemoryEngine, () => 2)]),
);

describe('an engine in a process', () => {
  it('checks texts while its voice is being loaded, and asks no process for it', async () => {
    const { speaker, asked: calls, open } = gatedSpeaker();
    const engine = createProcessEngine({
      family,
      found: { voices: [], files: null },
      onCrash: () => {},
      start: () => speaker,
    });
    let loaded = false;
    const loading = engine.load('heart').then(() => {
      loaded = true;
    });
    const voice = 'heart';
    await engine.check({ text: 'Hello.', voice, lexicon: { Hello: 'həlˈO' } });
    await expect(engine.check({ text: '...', voice, lexicon: {} })).rejects.toMatchObject({
      code: 'text_empty',
    });
    expect([loaded, calls]).toEqual([false, ['load']]);
    open();
    await loading;
    await engine.close();
  });

  it('reports an internal error of a shipped voice, not a missing voice', async () => {
    const family = "export const family = { open: () => async () => { throw new Error('no memory left') } };";
    const engine = createProcessEngine({
      family: { name: 'broken', module: `data:text/javascript,${family}`, isOneNetwork: true },
      found: { voices: [], files: null },
      onCrash: () => {},
    });
    const error: unknown = await engine.load('heart').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'RemoteCallError', code: null, message: 'no memory left' });
    await engine.close();
  });
});
