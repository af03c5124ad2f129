// A head as data, for whatever draws it: in pages as on the server. Nothing here, or behind it, knows Node.
export { CATCH_LIGHT_VERTICES, catchLights, placeCatchLight, withCatchLights } from './head/catch-lights.js';
export type { Head, HeadPart, HeadTexture } from './head/head.js';
export { HeadError } from './head/head-error.js';
export type { PictureDecoder } from './head/head-textures.js';
export { HALF_VIEW, headRises, headRotation } from './head/head-transforms.js';
export { createPartLooks, drawingOrder, isInsideMouth, type PartLook } from './head/part-looks.js';
export { readHead } from './head/read-head.js';
export { channelWeights } from './vrm/channel-weights.js';
