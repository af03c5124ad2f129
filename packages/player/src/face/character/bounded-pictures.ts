import { ImageBitmapLoader } from 'three';

/** Texels of all pictures of a character together: 128 MB on the graphics card, and a third more for their smaller levels. */
const MAX_TEXELS = 2 ** 25;
const LARGEST_SIDE = 2048;

/** Pictures of a file, none of them larger than all could be together. Loaders leave out one that cannot be read: here it is told. */
export class BoundedPictures extends ImageBitmapLoader {
  readonly #largest: number;
  /** Why one could not be read. */
  failure: unknown;

  constructor(pictures: number) {
    super();
    this.#largest = Math.min(LARGEST_SIDE, Math.floor(Math.sqrt(MAX_TEXELS / Math.max(1, pictures))));
  }

  override load(
    url: string,
    onLoad?: (picture: ImageBitmap) => void,
    _onProgress?: unknown,
    onError?: (error: unknown) => void,
  ): void {
    open(url, this.#largest).then(onLoad, (error: unknown) => {
      this.failure = error;
      onError?.(error);
    });
  }
}

async function open(url: string, largest: number): Promise<ImageBitmap> {
  // Pictures lie in the file, of which loaders make blobs.
  if (!url.startsWith('blob:')) throw new Error('Expected the pictures of a VRM inside it');
  const answer = await fetch(url);
  // Colours of what is not seen are kept, for filters mix them with their neighbours.
  const straight: ImageBitmapOptions = { premultiplyAlpha: 'none' };
  const picture = await createImageBitmap(await answer.blob(), straight);
  const { width, height } = picture;
  const scale = largest / Math.max(width, height);
  if (scale >= 1) return picture;
  const smaller = await createImageBitmap(picture, {
    ...straight,
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'high',
  });
  picture.close();
  return smaller;
}
