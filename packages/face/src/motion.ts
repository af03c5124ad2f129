// What moves a face, anywhere JavaScript runs: in pages as on the server. Nothing here, or behind it, knows Node.
export { ARKIT_SHAPES, type ArkitShape, shapeIndex } from './arkit-shapes.js';
export { type CarriedPose, createCarriedPose } from './timeline/carried-pose.js';
export {
  type FaceMotion,
  type FacePose,
  LIVE_VALUES,
  livePose,
  liveValues,
  MOTION_CHANNELS,
  motionRow,
  poseAt,
} from './timeline/face-motion.js';
export {
  createMotionStream,
  type MotionStream,
  motionFromSpeech,
  type StreamOptions,
} from './timeline/motion-stream.js';
export { VISEMES, type Viseme, visemeShapes } from './timeline/mouth/mouth-shapes.js';
export type { MotionOptions } from './timeline/poses.js';
export type { SpokenTimeline, SpokenWord, TimedSound } from './timeline/spoken-timeline.js';
export {
  VRM_PRESETS,
  type VrmPreset,
  type VrmPresetWeights,
  vrmPresetWeights,
} from './vrm/preset-weights.js';
