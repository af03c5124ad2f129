import { expect, it } from 'vitest';
import type { SpeechEngine } from '../ports/speech-engine.js';
import { findLoadables, type LoadableParts } from './loadables.js';

it('a voice is ready when it has said something', async () => {
  const done: string[] = [];
  const voices = [{ name: 'heart' }] as unknown as SpeechEngine['voices'];
  const speech: LoadableParts['speech'] = {
    engines: [],
    voices,
    isLoaded: () => false,
    load: async (voice) => void done.push(`load ${voice}`),
    async *speak({ voice }) {
      done.push(`speak ${voice}`);
      yield* [];
      done.push('to the end');
    },
  };
  const [voice] = await findLoadables({
    speech,
    renderer: { engines: [], usable: async () => [], isLoaded: () => false, load: async () => {} },
    catalog: { read: async () => ({ faces: [] }) } as unknown as LoadableParts['catalog'],
  });
  await voice!.load();
  expect(done).toEqual(['load heart', 'speak heart', 'to the end']);
});
