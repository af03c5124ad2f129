import { HALF_VIEW, type Head } from '@anima/face/head';
import { PerspectiveCamera } from 'three';

const NEAR = 0.2;
const FAR = 6;
const DEGREES = 180 / Math.PI;

/** The camera of clips; on a canvas that is higher than wide it shows as much across as a square one. */
export function headCamera({ camera }: Pick<Head, 'camera'>): {
  camera: PerspectiveCamera;
  fit(aspect: number): void;
} {
  const eye = new PerspectiveCamera(2 * Math.atan(HALF_VIEW) * DEGREES, 1, NEAR, FAR);
  eye.position.set(0, camera.y, camera.z);
  return {
    camera: eye,
    fit(aspect) {
      eye.aspect = aspect;
      eye.fov = 2 * Math.atan(HALF_VIEW / Math.min(1, aspect)) * DEGREES;
      eye.updateProjectionMatrix();
    },
  };
}
