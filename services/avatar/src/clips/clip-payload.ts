import type { Expression, ExpressionTag } from '@anima/face/expressions';
import type { ClipFormat, PictureFormat } from '../catalog/media-format.js';
import type { ByRef } from '../media/media-ref.js';

/** Payload of a lip-sync job: names are resolved and defaults are filled in when the job is accepted. */
export interface ClipPayload {
  subject: ClipSubject;
  sound: ClipSound;
  /** The name of one. */
  engine: string;
  options: ClipOptions;
}

/** The subject of a clip. `name` is its catalog name, or null for a path from the caller. */
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

/** The audio of a clip. */
export type ClipSound =
  | { kind: 'speech_job'; jobId: string }
  | ({ kind: 'file' } & ByRef)
  | {
      kind: 'text';
      /** Spoken text, with spaces in place of expression tags. */
      text: string;
      /** None in jobs of versions that knew none. */
      marks?: readonly ExpressionTag[];
      /** Notes about omitted parts of the text. Jobs of older versions have none. */
      notes?: readonly string[];
      voice: string;
      speed: number;
      seed: number;
      lexicon: Record<string, string>;
    };

export interface ClipOptions<By = ByRef> {
  /** Null: that of the clip, or 25. */
  fps: number | null;
  /** Pixels. Null: the width of the clip or image, or 512. Sources are never enlarged. */
  width: number | null;
  /** Whether faces are restored in the same pass. */
  enhance: boolean;
  /** 0 (none) to 1. */
  headMotion: number;
  blink: boolean;
  /** Expression without a tag. Jobs of older versions have none: neutral. */
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

/** Consecutive scenes; a scene that was rejected when the batch was accepted keeps its error. */
export interface BatchPayload {
  scenes: ({ id: string; clip: ClipPayload } | { id: string; refused: { code: string; message: string } })[];
  /** Whether one film is made of all scenes. */
  concat: boolean;
  continueOnError: boolean;
}
