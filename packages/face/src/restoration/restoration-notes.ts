import { FULL_WIDTH, shareForWidth } from './face-crop.js';

/** Collects notes for users about a result. */
export interface RestorationNotes {
  /** Returns the share of the requested strength for a face of this width in pixels. */
  share(width: number): number;
  /** Must be called for each face that was to be restored. */
  treated(isTreated: boolean): void;
  all(frames: number, framesWithFace: number): string[];
}

export function createRestorationNotes(): RestorationNotes {
  let least = Infinity;
  let left = 0;
  let treated = 0;
  return {
    share: (width) => {
      const share = shareForWidth(width);
      if (share < 1 && width < least) least = width;
      return share;
    },
    treated: (isTreated) => {
      if (isTreated) treated++;
      else left++;
    },
    all: (frames, framesWithFace) => {
      const notes: string[] = [];
      if (frames > 0 && framesWithFace === 0) notes.push('No face was found: nothing was restored.');
      if (left > 0 && treated === 0) notes.push('The faces came clean: they were left as they were.');
      if (least < Infinity)
        notes.push(
          `Faces under ${FULL_WIDTH} pixels wide were restored less, because they would be deformed; the smallest was ${Math.round(least)} pixels wide.`,
        );
      return notes;
    },
  };
}
