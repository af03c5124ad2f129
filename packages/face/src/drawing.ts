// Exports for render threads. No module here loads networks or image files, which each thread would pay for.
export { createHeadRenderer } from './head/renderer.js';
export { createFrame, type Frame, frameBytes } from './image/frame.js';
export { createMeshRenderer } from './mesh/mesh-renderer.js';
export { type FacePose, poseAt } from './timeline/face-motion.js';
