import { describe, expect, it } from 'vitest';
import { createPlaybackSpans } from './playback-spans.js';
import { createSoundQueue, type QueuedSound, type SoundMark } from './sound-queue.js';

const BLOCK = 8;
/** Creates a queue, and records its output and its marks. */
function played(fadeFrames = 4) {
  const marks: SoundMark[] = [];
  const output: number[] = [];
  const queue = createSoundQueue({ fadeFrames, tell: (mark) => marks.push(mark) });
  return {
    ...{ queue, marks, output },
    play(blocks = 1) {
      for (let i = 0; i < blocks; i++) {
        const block = new Float32Array(BLOCK);
        queue.fill(block, output.length);
        output.push(...block);
      }
    },
  };
}
const sound = (number: number, firstSample: number, length: number, last = false): QueuedSound => ({
  ...{ number, firstSample, last },
  samples: Int16Array.from({ length }, (_, i) => 16_384 + firstSample + i),
});

describe('sound that waits', () => {
  it('is played sample by sample, utterance after utterance', () => {
    const { queue, play, output, marks } = played();
    queue.add(sound(1, 0, 5));
    queue.add(sound(1, 5, 5, true));
    queue.add(sound(2, 0, 3, true));
    play(2);
    expect(output.slice(0, 13)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2].map((i) => (16_384 + i) / 32_768),
    );
    expect(marks).toEqual([
      { type: 'from', number: 1, sample: 0, frame: 0 },
      { type: 'stop', number: 1, sample: 10, frame: 10, ended: true },
      { type: 'from', number: 2, sample: 0, frame: 10 },
      { type: 'stop', number: 2, sample: 3, frame: 13, ended: true },
    ]);
  });

  it('stretches time where it starves, and dies away without a step', () => {
    const { queue, play, output, marks } = played();
    queue.add(sound(1, 0, 4));
    play(2);
    queue.add(sound(1, 4, 4, true));
    play();
    expect(marks).toEqual([
      { type: 'from', number: 1, sample: 0, frame: 0 },
      { type: 'stop', number: 1, sample: 4, frame: 4, ended: false },
      { type: 'from', number: 1, sample: 4, frame: 16 },
      { type: 'stop', number: 1, sample: 8, frame: 20, ended: true },
    ]);
    for (let i = 4; i < 16; i++) expect(Math.abs(output[i]! - output[i - 1]!)).toBeLessThan(0.011);
  });

  it('fades out on an interruption, and plays later audio after the fade', () => {
    const { queue, play, output, marks } = played();
    queue.add(sound(1, 0, 100));
    play();
    queue.interrupt();
    queue.add(sound(2, 0, 2, true));
    play();
    const faded = output.slice(8, 12);
    expect(faded).toEqual(faded.toSorted((a, b) => b - a));
    expect(faded.at(-1)).toBe(0);
    expect(marks.slice(1)).toEqual([
      { type: 'from', number: 2, sample: 0, frame: 12 },
      { type: 'stop', number: 2, sample: 2, frame: 14, ended: true },
    ]);
  });

  it('ends an utterance of which nothing more will come, and one without a sound', () => {
    const { queue, play, marks } = played();
    queue.add(sound(1, 0, 3));
    play();
    queue.add(sound(1, 0, 0, true));
    queue.add(sound(2, 0, 0, true));
    play();
    expect(marks.slice(2)).toEqual([
      { type: 'stop', number: 1, sample: 3, frame: 8, ended: true },
      { type: 'from', number: 2, sample: 0, frame: 8 },
      { type: 'stop', number: 2, sample: 0, frame: 8, ended: true },
    ]);
  });
});

describe('the audible moment', () => {
  it('follows the marks: it stops while the audio starves, and does not drift', () => {
    const spans = createPlaybackSpans();
    const { queue, play, marks } = played();
    queue.add(sound(1, 0, 4));
    play(2);
    queue.add(sound(1, 4, 4, true));
    play();
    for (const mark of marks) spans.mark(mark);
    expect(spans.played(24)).toBe(8);
    expect([-1, 0, 4, 16, 20].map((frame) => spans.changeAfter(frame))).toEqual([0, 4, 16, 20, null]);
    expect([0, 3, 4, 15, 16, 19].map((frame) => spans.at(frame)?.sample)).toEqual([0, 3, 4, 4, 4, 7]);
    expect(spans.at(20)).toBeNull();
    expect([spans.endOf(1), spans.endOf(2)]).toEqual([20, null]);
  });

  it('knows when an utterance has ended that others have followed', () => {
    const spans = createPlaybackSpans();
    for (let number = 1; number <= 3; number++) {
      spans.mark({ type: 'from', number, sample: 0, frame: number * 10 });
      spans.mark({ type: 'stop', number, sample: 10, frame: number * 10 + 10, ended: true });
    }
    expect(spans.at(35)).toEqual({ number: 3, sample: 5 });
    expect(spans.endOf(1)).toBe(20);
    spans.forget();
    expect([spans.at(35), spans.endOf(1), spans.played(35)]).toEqual([null, null, 0]);
  });
});
