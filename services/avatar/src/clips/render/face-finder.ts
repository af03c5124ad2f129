import { type FaceModels, type Frame, findFaces, openFaceModels, type TrackedFace } from '@anima/face';
import { openModel } from '@anima/inference';
import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';

/** Face networks, opened once. Their buffers are shared, so they have one user at a time. */
export interface FaceFinder {
  /** Runs `work` with exclusive use of the networks. */
  use<T>(work: (models: FaceModels) => Promise<T>): Promise<T>;
  /** Finds the face nearest to a point (0 to 1), or the largest face. Returns null if no face is found. */
  find(frame: Frame, faceAt: { x: number; y: number } | null): Promise<TrackedFace | null>;
}

export function createFaceFinder(): FaceFinder {
  let models: Promise<FaceModels> | null = null;
  const inTurn = pLimit(1);

  function use<T>(work: (models: FaceModels) => Promise<T>): Promise<T> {
    models ??= openModel('face-landmarks').then(({ dir }) => openFaceModels(dir));
    const opened = models;
    return inTurn(async () => work(await opened));
  }

  return {
    use,
    async find(frame, faceAt) {
      const faces = await use((opened) => findFaces(opened, frame, faceAt ?? undefined));
      if (faceAt === null) return faces[0] ?? null;
      const [x, y] = [faceAt.x * frame.width, faceAt.y * frame.height];
      const distance = (face: TrackedFace) => Math.hypot(centreOf(face).x - x, centreOf(face).y - y);
      return faces.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
    },
  };
}

function centreOf({ points }: TrackedFace): { x: number; y: number } {
  let [x, y] = [0, 0];
  const count = points.length / 3;
  for (let i = 0; i < count; i++) {
    x += points[3 * i]! / count;
    y += points[3 * i + 1]! / count;
  }
  return { x, y };
}

export function noFace(kind: 'picture' | 'clip'): AppError {
  return new AppError(
    'face_missing',
    `Expected a ${kind} in which a face can be seen from the front, found none: take another, or one in which it is larger`,
  );
}
