import type { HeadBackground } from '@anima/face';
import { createHeadRenderer } from '@anima/face/drawing';
import type { HeadInPicture } from '../../render/prepared-heads.js';
import type { CreatePainter } from '../../render/thread-protocol.js';

export interface HeadFace extends HeadInPicture {
  background: HeadBackground;
}

export const PAINTER = import.meta.url;

export const createPainter: CreatePainter<HeadFace> = (
  { head, triangles, background },
  { width, height },
) => {
  const renderer = createHeadRenderer(head, { width, height, background, triangles });
  return (frame, pose) => renderer.render(pose, frame);
};
