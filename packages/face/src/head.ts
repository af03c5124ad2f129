// Heads as data, for drawing them in a page. No module here needs Node.
export { EYE_PITCH, EYE_YAW } from './arkit-shapes.js';
export { CENTRE, EDGE } from './head/background.js';
export { type Glb, readGlb } from './head/glb.js';
export type { AlphaMode, Head, HeadChannel, HeadPart, HeadTexture } from './head/head.js';
export { HeadError } from './head/head.js';
export { createHeadLook, type HeadLook, type PartLook } from './head/head-look.js';
export { type HeadPictures, LARGEST_PICTURE } from './head/head-textures.js';
export { HALF_VIEW, headRotation, type Transform, worldTransforms } from './head/head-transforms.js';
export { readHead } from './head/open-head.js';
export { arkitShapeOf } from './head/shape-names.js';
export { LOBE_SHARPNESS, MOIST, shineColour, shineDirections, shinePoints } from './head/shine.js';
export { KEY } from './head/vertex-light.js';
export type { FacePose } from './timeline/face-motion.js';
export { channelWeights } from './vrm/channel-weights.js';
export { armTurn } from './vrm/character-pose.js';
export { readVrm } from './vrm/vrm-file.js';
