import { NEUTRAL } from '@anima/face/expressions';
import { AppError } from '@anima/service/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryEngine } from '../testing/engines/memory-engine.js';
import type { ServerMessage } from './live-messages.js';
import { createLiveSession } from './live-session.js';
import { createLiveSpeech } from './live-speech.js';
import { liveStages } from './live-stages.js';
import type { SpeechChunk } from './utterance-stream.js';

const SAMPLE_RATE = 16_000;
const FPS = 30;

type Event = ServerMessage | { type: 'stretch'; stretch: SpeechChunk; number: number; generation: number };

/** Finished names are not used again. */
const name = fc.oneof(...['a', 'b', 'c', 'd'].map((one) => fc.constant(one)), fc.nat(30).map(String));
/** Steps of a client, some in the same tick. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('text' as const),
      name,
      text: fc.constantFrom(
        'One. ',
        'Two, three and four, ',
        '[pause 3s] ',
        'five six seven. ',
        '😀',
        'Привет. ',
        '',
      ),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('flush' as const, 'end' as const), name }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('interrupt' as const),
      utterance: fc.option(name, { nil: undefined }),
      played: fc.option(fc.double({ min: 0, max: 20, noNaN: true }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('update' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('wait' as const), microtasks: fc.nat(30), turns: fc.nat(6) }),
  },
);

async function wait({ microtasks, turns }: { microtasks: number; turns: number }): Promise<void> {
  for (let i = 0; i < microtasks; i++) await Promise.resolve();
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe('a session, whatever is said in whatever order', () => {
  it('sends each utterance without gaps or old audio, and stops all work', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
        const events: Event[] = [];
        const broken: unknown[] = [];
        let running = 0;
        let now = 0;
        const memory = createMemoryEngine();
        const live = createLiveSpeech(
          {
            ...memory,
            async *speak(...call) {
              running++;
              try {
                yield* memory.speak(...call);
              } finally {
                running--;
              }
            },
          },
          liveStages,
        );
        const session = createLiveSession({
          live,
          client: {
            tell: (message) => events.push(message),
            send: (stretch, of) => events.push({ type: 'stretch', stretch, ...of }),
            waiting: () => 0,
            hasRead: () => Promise.resolve(),
            close: () => {},
          },
          meter: { firstSound: () => {}, interruption: () => {}, underrun: () => {} },
          onBroken: (error) => broken.push(error),
          // The clock advances with each read, so sending is always allowed.
          clock: () => (now += 1_000),
        });
        const motion = live.motion('arkit', FPS);
        const update = () =>
          session.change(
            {
              ...{ session_id: 'one', voice: 'beep-low', face: null, expression: NEUTRAL },
              audio: { sample_rate: SAMPLE_RATE, format: 'pcm16' },
              motion: { fps: FPS, shapes: [...motion.shapes] },
            },
            { voice: 'beep-low', speed: 1, lexicon: {}, sampleRate: SAMPLE_RATE },
            motion,
            2_000,
          );
        update();
        for (const each of steps)
          try {
            if (each.does === 'wait') await wait(each);
            else if (each.does === 'text') session.text(each.name, each.text);
            else if (each.does === 'interrupt') session.interrupt(each);
            else if (each.does === 'update') {
              session.assertIdle();
              update();
            } else session[each.does](each.name);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
          }
        session.close();
        for (let i = 0; i < 1_000 && running > 0; i++) await wait({ microtasks: 0, turns: 1 });
        expect(running).toBe(0);
        expect(broken).toEqual([]);
        expectInOrder(events);
      }),
      { numRuns: 150 },
    );
  });
});

function expectInOrder(events: readonly Event[]): void {
  let generation = 0;
  let current = { name: '', number: 0, samples: 0, frames: 0 };
  for (const event of events) {
    if (event.type === 'interrupted') expect(event.generation).toBe(++generation);
    else if (event.type === 'utterance.started') {
      // Dropped waiting utterances have numbers too.
      expect(event.number).toBeGreaterThan(current.number);
      expect(event.generation).toBe(generation);
      current = { name: event.utterance, number: event.number, samples: 0, frames: 0 };
    } else if (event.type === 'words') expect(event.utterance).toBe(current.name);
    else if (event.type === 'stretch') {
      const { stretch } = event;
      expect([event.number, event.generation]).toEqual([current.number, generation]);
      expect([stretch.firstSample, stretch.firstFrame]).toEqual([current.samples, current.frames]);
      expect(stretch.motion.length).toBe(stretch.frames * 58);
      current.samples += stretch.samples.length;
      current.frames += stretch.frames;
      expect(Math.abs(current.frames / FPS - current.samples / SAMPLE_RATE)).toBeLessThanOrEqual(
        1 / FPS + 1e-9,
      );
    } else if (event.type === 'utterance.done')
      expect(event).toMatchObject({
        utterance: current.name,
        samples: current.samples,
        frames: current.frames,
      });
  }
}
