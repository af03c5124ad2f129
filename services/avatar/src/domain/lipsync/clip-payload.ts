import type { Expression, ExpressionTag } from '@anima/face/expressions';
import type { ClipFormat, PictureFormat } from '../catalog/media-format.js';
import type { ByRef } from '../media-ref.js';

/** What a lip sync job says, complete: names are resolved and every default is filled in when it is accepted. */
export interface ClipPayload {
  subject: ClipSubject;
  sound: ClipSound;
  /** The name of one. */
  engine: string;
  options: ClipOptions;
}

/** Who is seen. `name` is that of the catalog; null for a path a caller named. */
export type ClipSubject<By = ByRef> = { name: string | null } & By &
  (
    | { kind: 'head' }
    | { kind: 'picture'; format: PictureFormat; width: number; height: number }
    | {
        kind: 'clip';
        format: ClipFormat;
        duration: number;
        fps: number;
        width: number;
        height: number;
        hasAudio: boolean;
      }
  );

/** What is heard. */
export type ClipSound =
  | { kind: 'speech_job'; jobId: string }
  | ({ kind: 'file' } & ByRef)
  | {
      kind: 'text';
      /** What is said: where marks of expressions stood there are spaces. */
      text: string;
      /** None in jobs of versions that knew none. */
      marks?: readonly ExpressionTag[];
      /** What of the text is left out. None in jobs of versions that knew none. */
      notes?: readonly string[];
      voice: string;
      speed: number;
      seed: number;
      lexicon: Record<string, string>;
    };

export interface ClipOptions<By = ByRef> {
  /** Null: that of the clip, or 25. */
  fps: number | null;
  /** Pixels; null: those of the clip or picture, or 512. Neither is enlarged. */
  width: number | null;
  /** Whether faces are restored in the same pass. */
  enhance: boolean;
  /** 0 (none) to 1. */
  headMotion: number;
  blink: boolean;
  /** Where no mark says otherwise. None in jobs of versions that knew none: neutral. */
  expression?: Expression;
  /** Seconds of picture and sound at both ends. */
  fade: number;
  background: Background<By>;
  captions: CaptionPlace;
  /** The face nearest to this point, 0 to 1 from the left and from the top; null: the largest. */
  faceAt: { x: number; y: number } | null;
  seed: number;
}

export const captionPlaces = ['none', 'beside', 'burnt'] as const;
export type CaptionPlace = (typeof captionPlaces)[number];

/** Behind a head; green is for keying. Colours as #rrggbb. */
export type Background<By = ByRef> =
  | { kind: 'default' }
  | { kind: 'green' }
  | { kind: 'colour'; colour: string }
  | { kind: 'gradient'; top: string; bottom: string }
  | ({ kind: 'picture' } & By);

/** Scenes one after the other; one that was refused when the batch was accepted stands with its reason. */
export interface BatchPayload {
  scenes: ({ id: string; clip: ClipPayload } | { id: string; refused: { code: string; message: string } })[];
  /** Whether one film is made of all scenes. */
  concat: boolean;
  continueOnError: boolean;
}
