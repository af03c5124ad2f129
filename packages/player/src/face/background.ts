import { CENTRE, EDGE } from '@anima/face/head';
import {
  BufferAttribute,
  BufferGeometry,
  GLSL3,
  Mesh,
  NoBlending,
  RawShaderMaterial,
  Vector2,
  Vector3,
} from 'three';
import { BACKGROUND_COLOURS, BACKGROUND_VERTICES } from './head-shaders.js';

export interface Background {
  readonly drawn: Mesh;
  /** Pixels of the canvas. */
  readonly size: Vector2;
  dispose(): void;
}

/** Creates the background of clips, which is drawn first. */
export function createBackground(): Background {
  const size = new Vector2(1, 1);
  const geometry = new BufferGeometry()
    .setAttribute('corner', new BufferAttribute(new Float32Array([-1, -1, 3, -1, -1, 3]), 2))
    .setIndex([0, 1, 2]);
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: BACKGROUND_VERTICES,
    fragmentShader: BACKGROUND_COLOURS,
    uniforms: {
      size: { value: size },
      centre: { value: new Vector3(...CENTRE) },
      edge: { value: new Vector3(...EDGE) },
    },
    depthTest: false,
    depthWrite: false,
    blending: NoBlending,
  });
  const drawn = new Mesh(geometry, material);
  drawn.frustumCulled = false;
  drawn.renderOrder = -1;
  return {
    drawn,
    size,
    dispose: () => {
      geometry.dispose();
      material.dispose();
    },
  };
}
