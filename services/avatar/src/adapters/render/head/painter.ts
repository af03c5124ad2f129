import type { Head, HeadBackground } from '@anima/face';
import { createHeadRenderer } from '@anima/face/drawing';
import type { CreatePainter } from '../thread-protocol.js';

export interface HeadFace {
  head: Head;
  background: HeadBackground;
}

export const PAINTER = import.meta.url;

export const createPainter: CreatePainter<HeadFace> = ({ head, background }, { width, height }) => {
  const renderer = createHeadRenderer(head, { width, height, background });
  return (frame, pose) => renderer.render(pose, frame);
};
