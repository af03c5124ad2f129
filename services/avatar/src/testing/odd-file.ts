import type { TestMedia } from './test-media.js';

export interface OddFile {
  /** Name in the folder of the media. */
  name: string;
  /** Description of the defect. */
  is: string;
  /** Real kind of content, whatever the name is; null if it can be neither shown nor heard. */
  holds: 'picture' | 'clip' | 'sound' | null;
  /** Whether one can be seen in it; perhaps: small, or from the side. */
  face: 'yes' | 'no' | 'perhaps';
}

/** Defects by file name, with content kind and recipe. */
export type OddRecipes = Record<
  string,
  Omit<OddFile, 'name'> & { make: (media: TestMedia, path: string) => Promise<void> | void }
>;
