// Renderer of faces; loaded by dynamic import only if a face is shown.
import { FaceError, type FaceView, type OpenFaceOptions } from './face-view.js';

export { FaceError, type FaceView, NoWebGLError, type OpenFaceOptions } from './face-view.js';

/** Loads a face and draws it at rest on the next `draw`. Throws FaceError, NoWebGLError, or the reason of the signal. */
export async function openFace(options: OpenFaceOptions): Promise<FaceView> {
  const { url, format, canvas, signal, request } = options;
  const bytes = await load(url, { ...request, ...(signal === undefined ? {} : { signal }) });
  if (format === 'picture') {
    const { createPictureView } = await import('./picture-view.js');
    return createPictureView(bytes, canvas);
  }
  const { openModel } = await import('./open-model.js');
  signal?.throwIfAborted();
  const view = await openModel(bytes, canvas);
  if (!signal?.aborted) return view;
  view.dispose();
  throw signal.reason;
}

async function load(url: string, request: RequestInit): Promise<Uint8Array> {
  const answer = await fetch(url, request).catch((cause: unknown) => {
    if (request.signal?.aborted) throw cause;
    throw new FaceError(`Expected the face at ${url}; there was no answer`, { cause });
  });
  if (!answer.ok) throw new FaceError(`Expected the face at ${url}, received ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
