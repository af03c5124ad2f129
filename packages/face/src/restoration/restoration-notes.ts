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
      if (frames > 0 && framesWithFace === 0) notes.push('No face was found. The result is not restored.');
      if (left > 0 && treated === 0) notes.push('The faces are not damaged and were not changed.');
      if (least < Infinity)
        notes.push(
          `Faces narrower than ${FULL_WIDTH} pixels were restored less to avoid deformation. The smallest was ${Math.round(least)} pixels wide.`,
        );
      return notes;
    },
  };
}
