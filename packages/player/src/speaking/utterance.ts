import type { LiveWord } from '@anima/client/live';
import { stripExpressionTags } from '@anima/face/expressions';

/** How far something was heard. */
export interface PlayedText {
  /** Its text up to the last word that was heard to its end, without the marks of expressions in it. */
  heardText: string;
  heardCharEnd: number;
}

/** What `say` resolves to: all of it was heard, or it was interrupted. */
export interface Said extends PlayedText {
  interrupted: boolean;
}

/** What is said, from its first character until it was heard. */
export class Utterance {
  readonly id: string;
  /** Ends the reading of its text. */
  readonly reading = new AbortController();
  /** Settles when it is over. */
  readonly said: Promise<Said>;
  text = '';
  readonly words: LiveWord[] = [];
  /** Of those, how many were told. */
  toldWords = 0;
  /** In binary frames, once the service has begun. */
  number: number | null = null;
  /** Its first sound was heard. */
  isHeard = false;
  /** What broke while its text was read: it is told when what came before was heard. */
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

  /** All of it was heard. */
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
    const heard = this.heardBy(seconds);
    this.reading.abort();
    this.#resolve({ interrupted: true, ...heard });
    return heard;
  }

  fail(error: unknown): void {
    this.reading.abort();
    this.#reject(error);
  }
}
