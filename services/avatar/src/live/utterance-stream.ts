import {
  createMarkReader,
  type ExpressionTag,
  type MarkedText,
  stripExpressionTags,
  type TimedExpression,
} from '@anima/face/expressions';
import { AppError } from '@anima/service/errors';
import { withQuestions } from '../speech/questions.js';
import type { SpeechEngine, SpeechPart, SpeechRequest, TimedWord } from '../speech/speech-engine.js';
import type { OpenSoundRate } from '../speech/speech-engines.js';
import { timedExpressions } from '../speech/timed-expressions.js';
import { createClauseQueue, type OpenClauseCutter, type SpeechClause } from './clause-queue.js';
import type { LiveMotion } from './live-motion.js';

/** Speech that is made while its text is being written, as fast as its stretches are taken and no faster. */
export interface UtteranceStream {
  push(text: string): void;
  /** Synthesises the text so far without waiting for the end of the clause. */
  flush(): void;
  end(): void;
  /** Call it once. Rejects with the reason of the signal or an error of the engine. */
  stretches(): AsyncGenerator<SpeechChunk, void, void>;
  /** The text up to the last word that ended by then, in seconds of the sound, without the marks in it. */
  heardBy(seconds: number): { text: string; charEnd: number };
  /** Characters that have come. */
  characters(): number;
  /** Returns notes about omitted parts of the text so far. */
  notes(): string[];
  /** When there was something to say for the first time, by the clock of `performance`. */
  firstClauseAt(): number | null;
}

/** A chunk of audio with the words that start in it and the motion of the face. */
export interface SpeechChunk {
  /** Times in seconds of the whole sound, characters of the whole text. */
  words: readonly TimedWord[];
  firstFrame: number;
  /** How many. */
  frames: number;
  /** Frame after frame. */
  motion: Float32Array;
  firstSample: number;
  samples: Float32Array;
  /** Nothing follows. It may be empty itself. */
  isLast: boolean;
  /** Its text came later than it could have been spoken. */
  waitedForText: boolean;
}

export interface SpeechFlowOptions {
  engine: Pick<SpeechEngine, 'voices' | 'speak' | 'check'>;
  openCutter: OpenClauseCutter;
  openRate: OpenSoundRate;
  motion: LiveMotion;
  manner: Pick<SpeechRequest, 'voice' | 'speed' | 'lexicon'>;
  /** Hz of the sound. */
  sampleRate: number;
  signal: AbortSignal;
  /** Called if a clause cannot be spoken and is omitted. */
  onRefused: (error: AppError) => void;
}

/** Seconds of sound that are given at a time. */
export const CHUNK_SECONDS = 0.2;
/**
 * Seconds beyond a chunk that are synthesised before it is sent, if their text is known: lips prepare and
 * brows rise ahead.
 */
const KNOWN_AHEAD_SECONDS = 1;
/** Maximum number of notes of one utterance. */
const MAX_NOTES = 20;
/** Why a text is left out, and the rest is said all the same. */
const REFUSALS = new Set(['text_not_speakable']);

export function createSpeechFlow(options: SpeechFlowOptions): UtteranceStream {
  const { engine, motion, manner, sampleRate, signal } = options;
  const clauses = createClauseQueue(options.openCutter());
  const marked = createMarkReader();
  /** Expression tags that the face has not received yet. */
  let marks: ExpressionTag[] = [];
  const { sampleRate: voiceRate } = engine.voices.find(({ name }) => name === manner.voice)!;
  const sound = soundOf(voiceRate, sampleRate, options.openRate);
  const words: TimedWord[] = [];
  const notes = new Set<string>();
  let text = '';
  let clause: SpeechClause | null = null;
  let parts: AsyncIterator<SpeechPart> | null = null;
  let hasEnded = false;
  let spoken = 0;
  let pauseAfter = 0;

  /** One sentence more, a piece of silence, or the end. */
  async function speakOn(): Promise<void> {
    if (parts === null) {
      clause = await clauses.next(signal);
      if (clause === null) {
        hasEnded = true;
        // Tags after the last word take effect at its end.
        motion.addSpeech({ ...SILENCE, expressions: timedExpressions(marks, []) });
        sound.end();
        return;
      }
      signal.throwIfAborted();
      if (clause.pauseMs > 0) {
        parts = silence(clause.pauseMs / 1000, voiceRate);
        return;
      }
      const request = { ...manner, text: clause.text, seed: spoken };
      parts = speakClause(request);
      // The pause follows the previous clause, not its sentences.
      addAudio(silentPart(pauseAfter * voiceRate), clause);
      pauseAfter = 0;
    }
    const part = await nextPart(parts);
    signal.throwIfAborted();
    if (part === null) {
      parts = null;
      return;
    }
    addAudio(part, clause!);
    if (clause!.pauseMs > 0) return;
    spoken++;
    pauseAfter = part.pauseAfter;
  }

  async function* speakClause(request: SpeechRequest): AsyncGenerator<SpeechPart, void, void> {
    for (const note of await engine.check(request)) if (notes.size < MAX_NOTES) notes.add(note);
    yield* engine.speak(request, signal);
  }

  async function nextPart(from: AsyncIterator<SpeechPart>): Promise<SpeechPart | null> {
    try {
      const next = await from.next();
      return next.done ? null : next.value;
    } catch (error) {
      // The end of a text may contain no word. A text without any word is detected by its length.
      if (!(error instanceof AppError) || signal.aborted) throw error;
      if (error.code !== 'text_empty' && !REFUSALS.has(error.code)) throw error;
      if (error.code !== 'text_empty') {
        if (notes.size < MAX_NOTES) notes.add(error.message);
        options.onRefused(error);
      }
      return null;
    }
  }

  function addAudio(part: SpeechPart, { text: said, charStart }: SpeechClause): void {
    if (part.samples.length === 0) return;
    const offset = sound.voiceSeconds();
    for (const word of part.words)
      words.push({
        ...word,
        start: toMicroseconds(word.start + offset),
        end: toMicroseconds(word.end + offset),
        charStart: word.charStart + charStart,
        charEnd: word.charEnd + charStart,
      });
    sound.push(part.samples);
    const { phonemes, visemes } = part;
    motion.addSpeech({
      ...{ phonemes, visemes, duration: part.samples.length / voiceRate },
      words: withQuestions(upToNextWord(said, part), part.words),
      expressions: expressionsOf(part, charStart),
    });
  }

  /** Returns the expressions of the tags before the last word. */
  function expressionsOf({ words }: SpeechPart, charStart: number): TimedExpression[] {
    const last = (words.at(-1)?.charStart ?? Number.NEGATIVE_INFINITY) + charStart;
    const due = marks.filter(({ at }) => at <= last);
    marks = marks.slice(due.length);
    return timedExpressions(
      due.map((mark) => ({ ...mark, at: mark.at - charStart })),
      words,
    );
  }

  async function* stretches(): AsyncGenerator<SpeechChunk, void, void> {
    let sentWords = 0;
    let givenFrames = 0;
    let waitedForText = false;
    const length = Math.round(CHUNK_SECONDS * sampleRate);
    motion.begin();
    const ahead = length + KNOWN_AHEAD_SECONDS * sampleRate;
    try {
      for (;;) {
        // The client waits for the first chunk.
        const enough = sound.given() === 0 ? 1 : ahead;
        while (!hasEnded && sound.waiting() < enough) {
          const isTextThere = parts !== null || clauses.isReady();
          if (!isTextThere && sound.waiting() > 0) break;
          waitedForText ||= !isTextThere;
          await speakOn();
        }
        // Others may move the face by now.
        signal.throwIfAborted();
        const { firstSample, samples } = sound.take(length);
        const isLast = hasEnded && sound.waiting() === 0;
        const end = (firstSample + samples.length) / sampleRate;
        const first = sentWords;
        while (sentWords < words.length && (isLast || words[sentWords]!.start < end)) sentWords++;
        // Motion that is not known yet may start within a frame, which is computed with it.
        const frame = end * motion.fps;
        const lastFrame = isLast ? Math.ceil(frame - EPSILON) : Math.floor(frame + EPSILON);
        const frames = motion.shapes.length === 0 ? 0 : Math.max(0, lastFrame - givenFrames);
        yield {
          words: words.slice(first, sentWords),
          firstFrame: givenFrames,
          frames,
          motion: motion.upTo(givenFrames + frames, isLast),
          ...{ firstSample, samples, isLast, waitedForText },
        };
        givenFrames += frames;
        waitedForText = false;
        if (isLast) return;
      }
    } finally {
      await parts?.return?.();
    }
  }

  /** Takes text without its tags. It may complete the first clause. */
  function take({ text: said, marks: more }: MarkedText, come: () => void): void {
    marks.push(...more);
    if (said !== '') clauses.push(said);
    come();
  }

  return {
    push(piece) {
      text += piece;
      take(marked.push(piece), () => {});
    },
    flush: () => take(marked.flush(), clauses.flush),
    end: () => take(marked.flush(), clauses.end),
    firstClauseAt: clauses.firstClauseAt,
    stretches,
    heardBy(seconds) {
      const charEnd = words.findLast(({ end }) => end <= seconds)?.charEnd ?? 0;
      return { text: stripExpressionTags(text.slice(0, charEnd)), charEnd };
    },
    characters: () => text.length,
    notes: () => [...notes],
  };
}

const SILENCE = { duration: 0, phonemes: [], visemes: [], words: [] };

/** Frames; covers rounding errors of binary fractions. */
const EPSILON = 1e-6;

function toMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

function silentPart(samples: number): SpeechPart {
  return {
    ...{ words: [], phonemes: [], visemes: [], charEnd: 0, pauseAfter: 0 },
    samples: new Float32Array(Math.round(samples)),
  };
}

/** In pieces: a pause may be long. */
async function* silence(seconds: number, rate: number): AsyncGenerator<SpeechPart> {
  for (let left = seconds; left > 0; left--) yield silentPart(Math.min(1, left) * rate);
}

/** Returns the text up to the next word: a question mark after the last word of a part belongs to it. */
function upToNextWord(text: string, { words }: SpeechPart): string {
  const from = words.at(-1)?.charEnd ?? 0;
  return text.slice(0, from) + /^[^\p{L}\p{N}]*/u.exec(text.slice(from))![0];
}

/** Sound at one rate goes in, at another it is taken out, a stretch at a time. */
function soundOf(voiceRate: number, sampleRate: number, openRate: OpenSoundRate) {
  const rate = voiceRate === sampleRate ? null : openRate(voiceRate, sampleRate);
  const pieces: Float32Array[] = [];
  let spokenSamples = 0;
  let waiting = 0;
  let given = 0;

  function add(samples: Float32Array): void {
    if (samples.length === 0) return;
    pieces.push(samples);
    waiting += samples.length;
  }

  return {
    voiceSeconds: () => spokenSamples / voiceRate,
    waiting: () => waiting,
    given: () => given,
    push(samples: Float32Array): void {
      spokenSamples += samples.length;
      add(rate?.push(samples) ?? samples);
    },
    end: () => add(rate?.flush() ?? new Float32Array(0)),
    take(most: number): { firstSample: number; samples: Float32Array } {
      const samples = new Float32Array(Math.min(most, waiting));
      let filled = 0;
      while (filled < samples.length) {
        const piece = pieces[0]!;
        const part = piece.subarray(0, samples.length - filled);
        samples.set(part, filled);
        filled += part.length;
        if (part.length === piece.length) pieces.shift();
        else pieces[0] = piece.subarray(part.length);
      }
      waiting -= filled;
      given += filled;
      return { firstSample: given - filled, samples };
    },
  };
}
