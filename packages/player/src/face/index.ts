// What draws faces; loaded where one is shown.
import type { FaceView, OpenFaceOptions } from './face-view.js';
import { fetchModel } from './fetch-model.js';
import { openHeadView } from './head-view.js';
import { openPictureView } from './picture-view.js';

export type { FaceView, OpenFaceOptions } from './face-view.js';

/** Rejects with an Error that says in words what is wrong: no such file, none that can be read, no WebGL. */
export async function openFace({ url, format, canvas, signal, request }: OpenFaceOptions): Promise<FaceView> {
  const file = await fetchModel(url, { ...request, ...(signal && { signal }) });
  const view = format === 'picture' ? await openPictureView(file, canvas) : await openHeadView(file, canvas);
  if (signal?.aborted !== true) return view;
  view.dispose();
  throw signal.reason;
}
