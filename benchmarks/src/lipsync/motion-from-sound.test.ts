import { motionFromSound, motionFromSpeech, type SpokenTimeline } from '@anima/face';
import { openModel } from '@anima/inference';
import { createTextReader, openHibariVoice } from '@anima/speech';
import { beforeAll, describe, expect, it } from 'vitest';
import { bandLimited, createRandom, mixed, noise, scaled } from './distortions.js';
import { motionFromLoudness } from './motion-from-loudness.js';
import { agreementOf, meanAgreement } from './mouth-agreement.js';
import type { Take } from './spoken-corpus.js';

/** Text that is not part of the training sentences. */
const TEXT =
  'My sister made a pie from the plums in our garden. Would you believe that nobody wanted it? ' +
  'Perhaps we should have waited until it was warm. The boat sails at four, so bring an umbrella.';

const takes: Take[] = [];
beforeAll(async () => {
  const { dir } = await openModel('hibari-heart');
  const [voice, reader] = await Promise.all([openHibariVoice(dir), createTextReader(dir)]);
  for (const name of ['heart', 'rowan']) {
    for await (const sentence of reader.sentences(TEXT)) {
      const { samples, sampleRate, words, phonemes } = await voice.speak(sentence, { voice: name });
      const timeline: SpokenTimeline = { duration: samples.length / sampleRate, words, phonemes };
      takes.push({ speaker: name, samples, sampleRate, timeline });
    }
  }
  await Promise.all([voice.close(), reader.close()]);
});

const options = ({ timeline }: Take) => ({
  fps: 25,
  frames: Math.ceil(timeline.duration * 25),
  seed: 1,
  blink: false,
  headMotion: 0,
});
const agreement = (
  distort: (take: Take) => Float32Array = ({ samples }) => samples,
  move = motionFromSound,
) =>
  meanAgreement(
    takes.map((take) =>
      agreementOf(
        take.timeline,
        motionFromSpeech(take.timeline, options(take)),
        move(distort(take), take.sampleRate, options(take)),
      ),
    ),
  );

describe('mouth movement from audio', () => {
  it('agrees with the phonemes much better than a jaw that follows loudness', () => {
    const measured = agreement();
    expect(measured.jaw).toBeGreaterThan(0.88);
    expect(measured.found).toBeGreaterThan(0.9);
    expect(measured.right).toBeGreaterThan(0.9);
    expect(measured.rounding).toBeGreaterThan(0.8);
    expect(measured.spreading).toBeGreaterThan(0.75);
    const simple = agreement(undefined, motionFromLoudness);
    expect(measured.jaw).toBeGreaterThan(simple.jaw + 0.2);
    expect(measured.right).toBeGreaterThan(simple.right + 0.2);
  });

  it.each([
    ['behind noise', (take: Take) => mixed(take.samples, noise(2, 24_000, 0.5, createRandom(1)), 20)],
    ['over the telephone', (take: Take) => bandLimited(take.samples, 24_000, 300, 3400)],
    ['when it is hardly audible', (take: Take) => scaled(take.samples, -30)],
  ])('agrees with the phonemes %s', (_, distort) => {
    const { jaw, found, right } = agreement(distort);
    expect(jaw).toBeGreaterThan(0.84);
    expect(found).toBeGreaterThan(0.7);
    expect(right).toBeGreaterThan(0.7);
  });
});
