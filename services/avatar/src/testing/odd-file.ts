import type { TestMedia } from './test-media.js';

export interface OddFile {
  /** In the folder of the media. */
  name: string;
  /** What is odd about it. */
  is: string;
  /** What it turns out to be, whatever its name says; null: nothing that can be shown or heard. */
  holds: 'picture' | 'clip' | 'sound' | null;
  /** Whether one can be seen in it; perhaps: small, or from the side. */
  face: 'yes' | 'no' | 'perhaps';
}

/** By its name: what is odd about it, what it holds, and how it is made. */
export type OddRecipes = Record<
  string,
  Omit<OddFile, 'name'> & { make: (media: TestMedia, path: string) => Promise<void> | void }
>;
