import type { PreparedMesh } from '@anima/face';
import { createMeshRenderer } from '@anima/face/drawing';
import type { CreatePainter } from '../../render/thread-protocol.js';

export const PAINTER = import.meta.url;

export const createPainter: CreatePainter<PreparedMesh> = (mesh) => {
  const renderer = createMeshRenderer(mesh);
  return (frame, pose, tracked) => {
    const points = mesh.still?.points ?? tracked;
    renderer.render(frame, points === null ? null : { points, presence: 1 }, pose);
  };
};
