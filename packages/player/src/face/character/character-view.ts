import { HALF_VIEW, type Head, KEY } from '@anima/face/head';
import { LIVE_VALUES, livePose } from '@anima/face/motion';
import { type VRM, VRMUtils } from '@pixiv/three-vrm';
import { DirectionalLight, Group, MathUtils, Matrix4, PerspectiveCamera } from 'three';
import { createBackground } from '../background.js';
import { openGraphics } from '../canvas-graphics.js';
import type { FaceView } from '../face-view.js';
import { lightMaterials } from './light-materials.js';
import { loadCharacter } from './load-character.js';
import { lowerArms, poseBones } from './pose-bones.js';
import { showChannels } from './show-channels.js';

/** Metres of the frame of `Head`. */
const [NEAR, FAR] = [0.2, 6];
/** Seconds. What swings is moved in steps of this length, whatever a page draws: its drag counts steps. */
const STEP = 1 / 60;
/** Of a page that was not drawn, no more than so many steps are made up for. */
const MAX_STEPS = 6;
/** Until what swings hangs still. */
const SETTLING_STEPS = 120;

/**
 * A VRM character by three-vrm: its own shading, outlines and springs. It stands, is framed and moves as in clips, by what `head` says of the
 * same file. Throws what three-vrm says of a file that it cannot read, before the canvas is asked for anything; then NoWebGLError.
 */
export async function openCharacterView(
  bytes: Uint8Array,
  head: Head,
  canvas: HTMLCanvasElement,
): Promise<FaceView> {
  const vrm = await loadCharacter(bytes);
  try {
    return drawCharacter(vrm, head, canvas);
  } catch (error) {
    VRMUtils.deepDispose(vrm.scene);
    throw error;
  }
}

function drawCharacter(vrm: VRM, head: Head, canvas: HTMLCanvasElement): FaceView {
  const { placement, camera: place, channels = [] } = head;
  vrm.scene.updateMatrixWorld(true);
  lowerArms(vrm);
  lightMaterials(vrm);
  hideFirstPerson(vrm);
  const frame = framed(vrm, placement);
  const show = showChannels(vrm, channels);
  const pose = poseBones(vrm, frame, head);
  const swing = createSwing(vrm);

  function showValues(values: Float32Array): void {
    const shown = livePose(values);
    show(shown.weights);
    pose(shown);
  }
  showValues(new Float32Array(LIVE_VALUES.length));
  swing.settle();

  // The character stays in metres of its file, by which its springs are measured; so the camera is placed in them.
  const camera = new PerspectiveCamera(2 * MathUtils.RAD2DEG * Math.atan(HALF_VIEW), 1);
  [camera.near, camera.far] = [NEAR / placement.scale, FAR / placement.scale];
  camera.position.set(0, place.y, place.z).divideScalar(placement.scale);
  // MToon takes a light of pi for one that shows its colours as they are.
  const light = new DirectionalLight('white', Math.PI);
  light.position.set(...KEY);

  const graphics = openGraphics(canvas, camera);
  const background = createBackground();
  graphics.add(background.drawn);
  graphics.add(light);
  graphics.add(frame);
  return {
    note: null,
    show: showValues,
    resize: (width, height, pixelRatio) => {
      const size = graphics.resize(width, height, pixelRatio);
      background.size.set(size.width, size.height);
      camera.aspect = size.width / size.height;
      camera.updateProjectionMatrix();
    },
    draw: () => {
      swing.moveOn(performance.now() / 1000);
      graphics.draw();
    },
    dispose: () => {
      VRMUtils.deepDispose(vrm.scene);
      background.dispose();
      graphics.dispose();
    },
  };
}

/** The character where clips have it: its eyes in the middle, looking along +z. */
function framed({ scene }: VRM, { origin, facing }: Head['placement']): Group {
  const frame = new Group();
  frame.matrixAutoUpdate = false;
  frame.matrix
    .makeRotationY(facing === 1 ? 0 : Math.PI)
    .multiply(new Matrix4().makeTranslation(-origin[0], -origin[1], -origin[2]));
  frame.add(scene);
  return frame;
}

/** What only the character itself sees. */
function hideFirstPerson({ firstPerson }: VRM): void {
  for (const { meshes, type } of firstPerson?.meshAnnotations ?? []) {
    if (type === 'firstPersonOnly') for (const mesh of meshes) mesh.visible = false;
  }
}

interface Swing {
  /** `now`: seconds. */
  moveOn(now: number): void;
  /** As after a long time at rest. */
  settle(): void;
}

/** Hair and clothes that swing, bones that follow others, textures that move. */
function createSwing({ nodeConstraintManager, springBoneManager, materials }: VRM): Swing {
  let before: number | null = null;
  const step = () => springBoneManager?.update(STEP);
  nodeConstraintManager?.setInitState();
  return {
    moveOn(now) {
      const since = before ?? now;
      const steps = Math.floor((now - since) / STEP);
      before = since + steps * STEP;
      nodeConstraintManager?.update();
      for (let i = 0; i < Math.min(steps, MAX_STEPS); i++) step();
      for (const material of materials ?? [])
        if ('update' in material && typeof material.update === 'function') material.update(steps * STEP);
    },
    settle() {
      springBoneManager?.reset();
      for (let i = 0; i < SETTLING_STEPS; i++) step();
    },
  };
}
