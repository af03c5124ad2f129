import type { ClipSubject } from './clip-payload.js';

/** A way to make faces speak, as a request for a clip meets it; in a list of engines, the first that fits is taken where none is asked for. */
export interface FaceEngine {
  readonly name: string;
  /** Whether it can draw this. */
  fits(subject: ClipSubject<unknown>): boolean;
  /** The networks without which it draws nothing, by the names that the table of models has for engines; none where it ships. */
  readonly needs: readonly string[];
  /** Whether something else than what is seen already can be put behind the face. */
  readonly drawsBackground: boolean;
}
