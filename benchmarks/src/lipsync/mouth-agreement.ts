import {
  type ArkitShape,
  type FaceMotion,
  MOTION_CHANNELS,
  type SpokenTimeline,
  shapeIndex,
} from '@anima/face';

/** Agreement of one mouth movement with the movement that the phonemes require. */
export interface Agreement {
  /** Correlations of lip opening, rounding and spreading. */
  readonly jaw: number;
  readonly rounding: number;
  readonly spreading: number;
  /** Share of p, b and m with closed lips within 60 ms of their middle half. */
  readonly found: number;
  /** Share of lip closures during speech, away from silences, that have a p, b or m within 60 ms. */
  readonly right: number;
  /** Share of frames with a closed mouth in pauses over 0.3 s, excluding 0.12 s next to speech. */
  readonly closed: number;
}

const NEAR = 0.06;
/** Weights below which the lips do not part: a jaw of 0.067 opens them by 3 % of the mouth's width. */
const CLOSED_JAW = 0.067;
const CLOSED_LIPS = 0.1;
const PAUSE = 0.3;
const EDGE = 0.12;
const SILENCE = 0.1;

interface Range {
  readonly start: number;
  readonly end: number;
}

export function agreementOf(timeline: SpokenTimeline, wanted: FaceMotion, given: FaceMotion): Agreement {
  const { fps } = wanted;
  const opening = openingOf(given);
  const parting = sumOf(given, ['mouthUpperUpLeft', 'mouthLowerDownLeft', 'mouthFunnel']);
  const isClosed = (frame: number): boolean => opening[frame]! < CLOSED_JAW && parting[frame]! < CLOSED_LIPS;
  const closures = timeline.phonemes
    .filter(({ phoneme }) => 'pbm'.includes(phoneme))
    .map(({ start, end }) => ({ start: start + (end - start) / 4, end: end - (end - start) / 4 }));
  const found = closures.filter(({ start, end }) => {
    for (let frame = Math.floor((start - NEAR) * fps); frame <= Math.floor((end + NEAR) * fps); frame++)
      if (frame >= 0 && frame < opening.length && isClosed(frame)) return true;
    return false;
  });

  const silences = silencesOf(timeline);
  const closings: Range[] = [];
  for (let frame = 0; frame < opening.length; frame++) {
    if (!isClosed(frame)) continue;
    const start = frame / fps;
    while (frame + 1 < opening.length && isClosed(frame + 1)) frame++;
    const end = (frame + 1) / fps;
    if (!silences.some((silence) => silence.start < end && silence.end > start))
      closings.push({ start, end });
  }
  const right = closings.filter((closing) =>
    closures.some(({ start, end }) => start - NEAR < closing.end && end + NEAR > closing.start),
  );

  const resting = silences
    .filter(({ start, end }) => end - start > PAUSE)
    .flatMap(({ start, end }) => {
      const first = Math.ceil((start + EDGE) * fps - 0.5);
      const last = Math.min(opening.length - 1, Math.floor((end - EDGE) * fps - 0.5));
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => isClosed(first + i));
    });
  return {
    jaw: correlation(openingOf(wanted), opening),
    rounding: correlation(
      sumOf(wanted, ['mouthPucker', 'mouthFunnel']),
      sumOf(given, ['mouthPucker', 'mouthFunnel']),
    ),
    spreading: correlation(
      sumOf(wanted, ['mouthStretchLeft', 'mouthDimpleLeft']),
      sumOf(given, ['mouthStretchLeft', 'mouthDimpleLeft']),
    ),
    found: found.length / closures.length,
    right: closings.length === 0 ? 0 : right.length / closings.length,
    closed: resting.filter(Boolean).length / resting.length,
  };
}

export function meanAgreement(all: readonly Agreement[]): Agreement {
  const mean = (name: keyof Agreement): number => {
    const known = all.map((agreement) => agreement[name]).filter(Number.isFinite);
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return {
    jaw: mean('jaw'),
    rounding: mean('rounding'),
    spreading: mean('spreading'),
    found: mean('found'),
    right: mean('right'),
    closed: mean('closed'),
  };
}

/** Returns the intervals without phonemes that are longer than a plosive (over 0.1 s). */
function silencesOf({ phonemes, duration }: SpokenTimeline): Range[] {
  const ends = [0, ...phonemes.map(({ end }) => end)];
  const starts = [...phonemes.map(({ start }) => start), duration];
  return ends
    .map((start, i) => ({ start, end: starts[i]! }))
    .filter(({ start, end }) => end - start > SILENCE);
}

function openingOf(motion: FaceMotion): number[] {
  const [jaw, close] = [sumOf(motion, ['jawOpen']), sumOf(motion, ['mouthClose'])];
  return jaw.map((weight, frame) => weight - close[frame]!);
}

function sumOf({ values, frames }: FaceMotion, shapes: readonly ArkitShape[]): number[] {
  return Array.from({ length: frames }, (_, frame) =>
    shapes.reduce((sum, shape) => sum + values[frame * MOTION_CHANNELS + shapeIndex[shape]]!, 0),
  );
}

/** Returns Pearson's correlation, or 0 if one of the series is constant. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const [x, y] = [value - meanA, b[i]! - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}
