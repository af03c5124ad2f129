import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpeechEngine, SpeechPart } from './speech-engine.js';

const TEXT = 'One sentence stands here. A second one follows. The third one ends it.';
const never = new AbortController().signal;

/** Contract of every `SpeechEngine`. `create` makes an engine without loaded voices. */
export function testSpeechEngine(
  name: string,
  create: () => Promise<Omit<SpeechEngine, 'name'>> | Omit<SpeechEngine, 'name'>,
): void {
  describe(`the speech engine ${name}`, () => {
    let engine: Omit<SpeechEngine, 'name'>;
    beforeAll(async () => {
      engine = await create();
    });
    afterAll(() => engine.close());

    const request = (text = TEXT, speed = 1) => ({
      text,
      voice: engine.voices[0]!.name,
      speed,
      seed: 3,
      lexicon: {},
    });
    async function spoken(text?: string, speed?: number): Promise<SpeechPart[]> {
      const parts: SpeechPart[] = [];
      for await (const part of engine.speak(request(text, speed), never)) parts.push(part);
      return parts;
    }
    const seconds = ({ samples }: SpeechPart) => samples.length / engine.voices[0]!.sampleRate;

    it('reports a voice as loaded only after it was loaded', async () => {
      const { voice } = request();
      expect(engine.isLoaded(voice)).toBe(false);
      await Promise.all([engine.load(voice), engine.load(voice)]);
      expect(engine.isLoaded(voice)).toBe(true);
    });

    it('gives a part for each sentence, with the words of the text and when they are said', async () => {
      const parts = await spoken();
      expect(parts.map(({ words }) => words.length)).toEqual([4, 4, 5]);
      let reached = 0;
      for (const part of parts) {
        expect(part.charEnd).toBeGreaterThan(reached);
        reached = part.charEnd;
        for (const { word, charStart, charEnd, start, end } of part.words) {
          expect(TEXT.slice(charStart, charEnd).toLowerCase()).toBe(word.toLowerCase());
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(seconds(part) + 1e-6);
        }
        expect(part.phonemes.length).toBeGreaterThan(0);
        expect(part.visemes[0]!.start).toBe(0);
        expect(part.visemes.at(-1)!.end).toBeCloseTo(seconds(part), 6);
      }
    });

    it('returns the same audio for the same request, and shorter audio at a higher speed', async () => {
      const [once, again, quick] = [await spoken(), await spoken(), await spoken(TEXT, 1.5)];
      expect(again).toEqual(once);
      expect(seconds(quick[0]!)).toBeLessThan(seconds(once[0]!));
    });

    it('rejects an aborted call immediately, between parts and within one, without affecting others', async () => {
      const other = engine.speak(request(), never)[Symbol.asyncIterator]();
      await other.next();
      const left = engine.speak(request(), never)[Symbol.asyncIterator]();
      await left.next();
      await left.return?.();
      const controller = new AbortController();
      const cancelled = engine.speak(request(), controller.signal)[Symbol.asyncIterator]();
      await cancelled.next();
      const waits = cancelled.next();
      controller.abort(new Error('Cancelled'));
      await expect(waits.then(() => cancelled.next())).rejects.toThrow('Cancelled');
      expect((await other.next()).done).toBe(false);
      expect((await other.next()).done).toBe(false);
      expect((await other.next()).done).toBe(true);
    });

    it('starts nothing if the signal is already aborted', async () => {
      const gone = AbortSignal.abort(new Error('Gone'));
      await expect(engine.speak(request(), gone)[Symbol.asyncIterator]().next()).rejects.toThrow('Gone');
    });

    it('refuses texts that can be known not to be speakable', async () => {
      const { voice } = request();
      await engine.check({ text: TEXT, voice, lexicon: { Sentence: 'sˈɛntəns' } });
      for (const [text, lexicon, code] of [
        ['...', {}, 'text_empty'],
        ['Привет', {}, 'text_not_speakable'],
        ['a', { a: '5' }, 'lexicon_invalid'],
      ] as const)
        await expect(engine.check({ text, voice, lexicon })).rejects.toMatchObject({ code });
    });

    it('speaks no more when it is closed', async () => {
      const closed = await create();
      await closed.close();
      await expect(closed.load(request().voice)).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}
