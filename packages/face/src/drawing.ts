// What threads draw with: none of it loads networks or picture files, which each thread would pay for.
export { createHeadRenderer } from './head/renderer.js';
export { createFrame, type Frame, frameBytes } from './image/frame.js';
export { createMeshRenderer } from './mesh/mesh-renderer.js';
export { type FacePose, poseAt } from './timeline/face-motion.js';
