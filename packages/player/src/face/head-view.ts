import {
  CATCH_LIGHT_VERTICES,
  catchLights,
  channelWeights,
  createPartLooks,
  type Head,
  headRises,
  headRotation,
  placeCatchLight,
  readHead,
  withCatchLights,
} from '@anima/face/head';
import { type FacePose, fromLiveValues, LIVE_VALUES, poseAt } from '@anima/face/motion';
import {
  BufferAttribute,
  BufferGeometry,
  type DataTexture,
  DynamicDrawUsage,
  Matrix4,
  Mesh,
  Scene,
} from 'three';
import { browserDecoder } from './browser-decoder.js';
import type { FaceView } from './face-view.js';
import { headCamera } from './head-camera.js';
import { applyLook, headLayers } from './head-materials.js';
import { createMorphedPositions } from './morphed-positions.js';
import { openRenderer } from './open-renderer.js';

/**
 * Draws a head as clips show it: the same reading of its file, the same light in mouth and eyes, the same place in the picture. Rejects with
 * HeadError what is none, or damaged.
 */
export async function openHeadView(file: Blob, canvas: HTMLCanvasElement): Promise<FaceView> {
  const source = await readHead(new Uint8Array(await file.arrayBuffer()), browserDecoder);
  return drawHead(source, canvas);
}

export function drawHead(source: Head, canvas: HTMLCanvasElement): FaceView {
  const renderer = openRenderer(canvas);
  const lights = catchLights(source);
  const head = withCatchLights(source, lights);
  const morphed = createMorphedPositions(head);
  const places = { torso: { value: new Matrix4() }, head: { value: new Matrix4() } };
  const layers = headLayers(head, places);
  const looksOf = createPartLooks(
    layers.map(({ part }) => part),
    head.textures,
  );
  const { camera, fit } = headCamera(head);
  const scene = new Scene();
  const positions = new BufferAttribute(morphed.values, 3).setUsage(DynamicDrawUsage);
  const shared = {
    uv: new BufferAttribute(head.coordinates, 2),
    light: new BufferAttribute(head.light, 1),
    follows: new BufferAttribute(
      Float32Array.from(head.light, (_, i) => head.positions[4 * i + 3]!),
      1,
    ),
  };
  const geometries = layers.map(({ part, material, order }) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', positions);
    for (const [name, attribute] of Object.entries(shared)) geometry.setAttribute(name, attribute);
    const first = 3 * part.firstTriangle;
    geometry.setIndex(new BufferAttribute(head.triangles.slice(first, first + 3 * part.triangles), 1));
    const mesh = new Mesh(geometry, material);
    mesh.renderOrder = order;
    // Its box is that of the head at rest; the head is always in sight.
    mesh.frustumCulled = false;
    scene.add(mesh);
    return geometry;
  });

  function place(pose: FacePose): void {
    const rotation = headRotation(pose);
    const rises = headRises(pose);
    places.torso.value.makeTranslation(0, rises.torso, 0);
    setTurn(places.head.value, rotation, head.pivot, rises.head);
    lights.forEach((light, i) => {
      const corners = new Float32Array(4 * CATCH_LIGHT_VERTICES);
      placeCatchLight(
        light,
        morphed.values.subarray(3 * light.pupil, 3 * light.pupil + 3),
        rotation,
        corners,
      );
      const first = source.light.length + i * CATCH_LIGHT_VERTICES;
      for (let k = 0; k < CATCH_LIGHT_VERTICES; k++)
        morphed.values.set(corners.subarray(4 * k, 4 * k + 3), 3 * (first + k));
    });
  }

  function show(values: Float32Array): void {
    const pose = poseAt({ fps: 1, frames: 1, values: fromLiveValues(values) }, 0);
    morphed.move(head.channels ? channelWeights(head.channels, pose.weights) : pose.weights);
    for (const [i, look] of looksOf(pose.weights).entries()) applyLook(layers[i]!, look);
    place(pose);
    positions.needsUpdate = true;
  }

  show(new Float32Array(LIVE_VALUES.length));
  return {
    show,
    resize(width, height, pixelRatio) {
      renderer.setPixelRatio(pixelRatio);
      renderer.setSize(width, height, false);
      fit(width / height);
    },
    draw: () => renderer.render(scene, camera),
    dispose() {
      for (const geometry of geometries) geometry.dispose();
      for (const { material } of layers) {
        (material.uniforms.picture?.value as DataTexture | undefined)?.dispose();
        material.dispose();
      }
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

/** p -> R (p - pivot) + pivot + rise. */
function setTurn(
  matrix: Matrix4,
  [a, b, c, d, e, f, g, h, i]: ReturnType<typeof headRotation>,
  [x, y, z]: Head['pivot'],
  rise: number,
): void {
  matrix.set(
    ...[a, b, c, x - (a * x + b * y + c * z)],
    ...[d, e, f, y - (d * x + e * y + f * z) + rise],
    ...[g, h, i, z - (g * x + h * y + i * z)],
    ...[0, 0, 0, 1],
  );
}
