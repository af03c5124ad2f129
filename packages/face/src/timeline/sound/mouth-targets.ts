import { MOUTH_SHAPES, mouthIndex } from '../mouth/mouth-shapes.js';
import { phrasesOf } from '../mouth/phones.js';
import { mouthCurves, utterancesOf } from '../mouth/utterance.js';
import { visemeMouths } from '../mouth/viseme-shapes.js';
import type { SpokenTimeline } from '../spoken-timeline.js';
import { AUDIO_SHAPES, NETWORK_OUTPUTS, STATES } from './mouth-track.js';
import { FRAME_RATE } from './sound-frames.js';

/** Over that much of a hold the state counts as reached. */
const TOUCHING = 0.6;

/**
 * What a network should tell of speech whose phonemes are known: NETWORK_OUTPUTS numbers a frame, the states as 0 or 1. The network is
 * fitted to it (benchmarks/src/lipsync/fit-mouth-network.ts). The jaw counts as far as the lips are apart.
 */
export function mouthTargets(timeline: SpokenTimeline, frames: number): Float32Array {
  const utterances = utterancesOf(phrasesOf(timeline.phonemes));
  const curves = mouthCurves(utterances);
  const mouth = new Float32Array(MOUTH_SHAPES.length);
  const targets = new Float32Array(frames * NETWORK_OUTPUTS);
  for (let frame = 0; frame < frames; frame++) {
    const seconds = frame / FRAME_RATE;
    const at = frame * NETWORK_OUTPUTS;
    const open = curves.at(seconds, mouth);
    mouth[mouthIndex.jawOpen]! -= mouth[mouthIndex.mouthClose]!;
    for (const [i, shape] of AUDIO_SHAPES.entries()) targets[at + i] = mouth[mouthIndex[shape]]!;
    const touching = mouth[mouthIndex.mouthPress]! / visemeMouths.PP[mouthIndex.mouthPress]!;
    const onTeeth = mouth[mouthIndex.mouthShrugLower]! / visemeMouths.FF[mouthIndex.mouthShrugLower]!;
    const state = open < 0.5 ? 'rest' : touching > TOUCHING ? 'lips' : onTeeth > TOUCHING ? 'teeth' : 'other';
    targets[at + AUDIO_SHAPES.length + STATES.indexOf(state)] = 1;
  }
  return targets;
}
