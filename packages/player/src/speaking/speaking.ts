import { type Listeners, type LiveConnection, LiveError } from '@anima/client/live';
import type { PlayerEvents } from '../player-events.js';
import type { SoundOutput } from '../sound/sound-output.js';
import { type Speakable, textPieces } from './text-pieces.js';
import { type PlayedText, type Said, Utterance } from './utterance.js';

/** Queue of utterances, from their text until their audio has been played. */
export interface Speaking {
  say(text: Speakable): Promise<Said>;
  interrupt(): PlayedText;
  /** All that is under way. */
  fail(error: LiveError): void;
  /** Listens to a session that has opened. */
  hear(live: LiveConnection): void;
  /** Reports the events that are due by the audio clock. */
  look(): void;
  playedPart(): { utterance: string; seconds: number } | null;
  /** Resolves when no utterance is left. */
  idle(): Promise<void>;
}

export interface SpeakingOptions {
  tell: Listeners<PlayerEvents>['tell'];
  /** Opens a session and a running audio output. */
  open: () => Promise<{ live: LiveConnection; output: SoundOutput }>;
  output: () => SoundOutput | null;
  current: () => LiveConnection | null;
  /** Called when all utterances were stopped. */
  onSilence: () => void;
}

const MAX_UTTERANCES = 50;
/** More than the service sends ahead: the audio of the page has stopped. */
const MAX_SECONDS = 30;
/** Codes of errors after which the utterance continues without the clause. */
const LEFT_OUT = new Set(['text_not_speakable']);
/** Longest pause between two looks at the audio clock during playback. */
const MAX_WAIT_MS = 250;

export function createSpeaking({ tell, open, output, current, onSilence }: SpeakingOptions): Speaking {
  /** In the order of playback. */
  let utterances: Utterance[] = [];
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const byId = (id: string) => utterances.find((utterance) => utterance.id === id);

  function remove(utterance: Utterance): void {
    utterances = utterances.filter((each) => each !== utterance);
  }

  async function read(utterance: Utterance, text: Speakable): Promise<void> {
    const { id, reading } = utterance;
    try {
      const { live } = await open();
      if (reading.signal.aborted) return;
      // Starts the utterance before its first word arrives, to keep the order of playback.
      live.text(id, '');
      try {
        for await (const piece of textPieces(text, reading.signal)) {
          utterance.text += piece;
          if (piece === '') live.flush(id);
          else live.text(id, piece);
        }
      } catch (error) {
        utterance.fault = error;
      }
      if (!reading.signal.aborted) live.end(id);
    } catch (error) {
      fail(utterance, error);
    }
  }

  function fail(utterance: Utterance, error: unknown): void {
    const { number } = utterance;
    remove(utterance);
    utterance.fail(error);
    // Ends the audio that was received.
    if (number !== null) output()?.play({ number, firstSample: 0, samples: new Int16Array(0), last: true });
  }

  function failAll(error: LiveError): void {
    for (const utterance of utterances.splice(0)) utterance.fail(error);
    // Also needed without utterances: the next session numbers its utterances from the start.
    silence();
  }

  function silence(): void {
    clearTimeout(timer);
    output()?.interrupt();
    onSilence();
  }

  function look(): void {
    clearTimeout(timer);
    const sound = output();
    if (sound === null) return;
    let waitMs = Math.min(MAX_WAIT_MS, (sound.changesIn() ?? Infinity) * 1000);
    for (const utterance of [...utterances]) {
      if (utterance.number === null) break;
      const moment = sound.heard();
      const isOver = sound.hasEnded(utterance.number);
      const seconds = moment?.number === utterance.number ? moment.seconds : isOver ? Infinity : -1;
      if (seconds >= 0 && !utterance.isHeard) {
        utterance.isHeard = true;
        tell('started', { utterance: utterance.id });
      }
      waitMs = Math.min(waitMs, reportWords(utterance, seconds));
      if (!isOver) break;
      remove(utterance);
      utterance.end();
      tell('ended', { utterance: utterance.id });
    }
    if (utterances.some(({ number }) => number !== null)) timer = setTimeout(look, Math.max(1, waitMs));
  }

  /** Returns the ms until the next one. */
  function reportWords(utterance: Utterance, seconds: number): number {
    for (
      let next = utterance.words[utterance.toldWords];
      next !== undefined;
      next = utterance.words[utterance.toldWords]
    ) {
      if (next.start > seconds) return seconds < 0 ? MAX_WAIT_MS : (next.start - seconds) * 1000;
      utterance.toldWords++;
      tell('word', { ...next, utterance: utterance.id });
    }
    return MAX_WAIT_MS;
  }

  return {
    say(text) {
      if (utterances.length >= MAX_UTTERANCES)
        return Promise.reject(
          new LiveError('queue_full', `Expected at most ${MAX_UTTERANCES} utterances that wait`),
        );
      const utterance = new Utterance(`u${++count}`);
      utterances.push(utterance);
      void read(utterance, text);
      return utterance.said;
    },
    interrupt() {
      const [first] = utterances;
      if (first === undefined) return { heardText: '', heardCharEnd: 0 };
      const moment = output()?.heard() ?? null;
      const played = moment !== null && moment.number === first.number ? moment.seconds : 0;
      silence();
      // Only the player knows which part was played.
      current()
        ?.interrupt(played, first.id)
        .catch(() => {});
      const playedPart = first.interrupt(played);
      for (const utterance of utterances.slice(1)) utterance.interrupt(0);
      utterances = [];
      tell('interrupted', { utterance: first.id, ...playedPart });
      return playedPart;
    },
    fail: failAll,
    hear(live) {
      live.on('started', ({ utterance, number }) => {
        const started = byId(utterance);
        if (started !== undefined) started.number = number;
      });
      live.on('words', ({ utterance, words }) => {
        const of = byId(utterance);
        if (of === undefined) return;
        of.words.push(...words);
        tell('words', { utterance, text: of.text, words });
        look();
      });
      live.on('sound', ({ utterance, number, firstSample, samples, last }) => {
        const sound = output();
        if (sound === null || byId(utterance) === undefined) return;
        sound.play({ number, firstSample, samples, last });
        if (sound.waiting() <= MAX_SECONDS) return;
        failAll(new LiveError('sound_stopped', 'The audio of this page has stopped'));
        live.interrupt(0).catch(() => {});
      });
      live.on('error', (error) => {
        const of = error.utterance === null ? undefined : byId(error.utterance);
        if (of !== undefined && !LEFT_OUT.has(error.code)) fail(of, error);
      });
    },
    look,
    playedPart() {
      const moment = output()?.heard() ?? null;
      const of = utterances.find(({ number }) => number !== null && number === moment?.number);
      return moment === null || of === undefined ? null : { utterance: of.id, seconds: moment.seconds };
    },
    async idle() {
      while (utterances.length > 0) await Promise.allSettled(utterances.map(({ said }) => said));
    },
  };
}
