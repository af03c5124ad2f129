// What a face shows at a moment: what was spoken, as far as it is heard; else its own life.
export { createShownMotion, type ShownMotion, type ShownMotionOptions } from './shown-motion.js';
