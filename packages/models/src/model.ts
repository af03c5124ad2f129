/** A model that people fetch themselves. Nothing of it comes with this repository. */
export interface KnownModel {
  /** Also the name of its folder, where it is a network. */
  readonly name: string;
  /** What it adds, in one line. */
  readonly adds: string;
  /** The one that loads it. */
  readonly engine: Engine;
  readonly licence: string;
  /** What may not be done with it; such a model is fetched only by someone who accepts that. Null: nothing to accept. */
  readonly restriction: string | null;
  /** The page on which its makers describe it. */
  readonly home: string;
  /** Models without which it does nothing. */
  readonly needs: readonly string[];
  readonly files: readonly KnownFile[];
}

export type Engine =
  | 'wav2lip'
  | 'gfpgan'
  | 'restoreformer'
  | 'gpen'
  | 'codeformer'
  | 'kokoro'
  | 'piper'
  | 'judge'
  | 'other';

export interface KnownFile {
  /** Relative to the data directory, with forward slashes; begins with models/ or voices/. */
  readonly path: string;
  readonly url: string;
  /** Null where it is not known. */
  readonly bytes: number | null;
  /** Null where nobody published it: then the first copy that is seen is the one that counts. */
  readonly sha256: string | null;
}

/** Known bytes of a model; null where one of its files has no known size. */
export function sizeOf(model: KnownModel): number | null {
  return model.files.reduce<number | null>(
    (sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes),
    0,
  );
}
