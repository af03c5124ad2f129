// What moves a face, anywhere JavaScript runs: in pages as on the server. Nothing here, or behind it, knows Node.
export { ARKIT_SHAPES, type ArkitShape, shapeIndex } from './arkit-shapes.js';
export { type CarriedPose, createCarriedPose } from './timeline/carried-pose.js';
export { type FaceMotion, type FacePose, MOTION_CHANNELS, poseAt } from './timeline/face-motion.js';
export { LIVE_VALUES, livePose, liveValues, motionRow } from './timeline/live-values.js';
export { motionFromSpeech } from './timeline/motion-from-speech.js';
export type { MotionOptions } from './timeline/motion-options.js';
export { createMotionStream, type MotionStream, type StreamOptions } from './timeline/motion-stream.js';
export { VISEMES, type Viseme, visemeShapes } from './timeline/mouth/viseme-shapes.js';
export type { SpokenTimeline, SpokenWord, TimedSound } from './timeline/spoken-timeline.js';
export {
  VRM_PRESETS,
  type VrmPreset,
  type VrmPresetWeights,
  vrmPresetWeights,
} from './vrm/preset-weights.js';
