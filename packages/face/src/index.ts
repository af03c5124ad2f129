export { ARKIT_SHAPES, type ArkitShape, shapeIndex } from './arkit-shapes.js';
export { createFrame, type Frame, frameBytes, type Planes, planesOf } from './picture/frame.js';
export { type FaceMotion, type FacePose, MOTION_CHANNELS, poseAt } from './timeline/face-motion.js';
export type { SpokenTimeline, TimedSound } from './timeline/spoken-timeline.js';
export { type FaceTrack, LANDMARKS, type TrackedFace } from './tracking/face-track.js';
