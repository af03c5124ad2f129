// Exports for moving a face in any JavaScript runtime, pages and servers. No module here needs Node.
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
