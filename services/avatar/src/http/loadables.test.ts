import { expect, it } from 'vitest';
import type { SpeechEngine } from '../speech/speech-engine.js';
import { type DefaultsParts, findLoadables, type LoadableParts, loadDefaults } from './loadables.js';

it('a voice is ready after it has spoken', async () => {
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

it('the default voice and face are loaded, and no face where none is drawn', async () => {
  const loaded: unknown[] = [];
  const face = { name: 'leo', file: 'its file', media: { kind: 'head' } };
  const parts = {
    speech: { load: async (voice) => void loaded.push(voice) },
    catalog: {
      read: async () => ({ defaults: { voice: 'narrator', face: 'leo' }, faces: [{ name: 'ada' }, face] }),
      voice: async (name: string) => (name === 'narrator' ? { voice: { name: 'heart' } } : null),
    } as unknown as DefaultsParts['catalog'],
    renderer: {
      engines: [{ name: 'head', fits: () => true, needs: [], drawsBackground: true }],
      isLoaded: () => false,
      load: async (engine, subject) => void loaded.push([engine, subject?.name]),
    },
  } satisfies DefaultsParts;
  await loadDefaults(parts);
  expect(loaded.splice(0)).toEqual(['heart', ['head', 'leo']]);
  await loadDefaults({ ...parts, renderer: null });
  expect(loaded).toEqual(['heart']);
});
