import type { LiveWord } from '@anima/client/live';
import { stripExpressionTags } from '@anima/face/expressions';

/** The played part of an utterance. */
export interface PlayedText {
  /** Its text up to the last word that was played completely, without expression tags. */
  heardText: string;
  heardCharEnd: number;
}

/** Result of `say`: the text was played completely, or interrupted. */
export interface Said extends PlayedText {
  interrupted: boolean;
}

/** A text from its first character until its audio has been played. */
export class Utterance {
  readonly id: string;
  /** Ends the reading of its text. */
  readonly reading = new AbortController();
  /** Settles when it is over. */
  readonly said: Promise<Said>;
  text = '';
  readonly words: LiveWord[] = [];
  /** Number of reported words. */
  toldWords = 0;
  /** In binary frames, once the service has begun. */
  number: number | null = null;
  /** Whether its first audio was played. */
  isHeard = false;
  /** Error of the source of its text; `said` rejects with it after the text before it was played. */
  fault: unknown = null;
  #resolve!: (said: Said) => void;
  #reject!: (error: unknown) => void;

  constructor(id: string) {
    this.id = id;
    this.said = new Promise((resolve, reject) => {
      [this.#resolve, this.#reject] = [resolve, reject];
    });
  }

  /** `seconds` of its sound. */
  heardBy(seconds: number): PlayedText {
    const last = this.words.findLast(({ end }) => end <= seconds);
    const heardCharEnd = last?.charEnd ?? 0;
    return { heardText: stripExpressionTags(this.text.slice(0, heardCharEnd)), heardCharEnd };
  }

  /** Completes the utterance: all of its audio was played. */
  end(): void {
    this.reading.abort();
    if (this.fault !== null) this.#reject(this.fault);
    else
      this.#resolve({
        interrupted: false,
        heardText: stripExpressionTags(this.text),
        heardCharEnd: this.text.length,
      });
  }

  interrupt(seconds: number): PlayedText {
    const playedPart = this.heardBy(seconds);
    this.reading.abort();
    this.#resolve({ interrupted: true, ...playedPart });
    return playedPart;
  }

  fail(error: unknown): void {
    this.reading.abort();
    this.#reject(error);
  }
}
