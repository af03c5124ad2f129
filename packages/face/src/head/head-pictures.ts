/** Reads the pictures of a head: by sharp on the server, by the browser in a page. What is no PNG, JPEG or WebP throws. */
export interface HeadPictures {
  /** Pixels. More than LARGEST_PICTURE together throw. */
  size(bytes: Uint8Array): Promise<{ width: number; height: number }>;
  /** RGBA, sRGB, scaled to that size. [height x width x 4] */
  decode(bytes: Uint8Array, width: number, height: number): Promise<Uint8Array>;
}

/** Pixels of a picture as it comes. */
export const LARGEST_PICTURE = 8192 * 8192;
