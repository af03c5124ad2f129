import { createHeardSpans } from './heard-spans.js';
import { playbackTime } from './heard-time.js';
import type { QueuedSound } from './sound-queue.js';
import { type FromWorklet, PROCESSOR, type ToWorklet } from './worklet-messages.js';

/** A moment of an utterance: its number, seconds of its sound. */
export interface PlaybackTime {
  number: number;
  seconds: number;
}

/** The sound of a player. */
export interface SoundOutput {
  /** Resolves when what is played is heard. Where the browser wants a gesture first, behind `resume` in one. */
  running(): Promise<void>;
  /** From within a gesture. */
  resume(): void;
  play(sound: QueuedSound): void;
  /** Fades within 20 ms, and forgets what waits. */
  interrupt(): void;
  /** What is heard now. Null between utterances. */
  heard(): PlaybackTime | null;
  /** The utterance has been heard to its end. */
  hasEnded(number: number): boolean;
  /** In how many seconds something is heard to begin or to end; null where nobody knows. */
  changesIn(): number | null;
  /** Seconds of sound that were given to `play` and not played. */
  waiting(): number;
  setMuted(muted: boolean): void;
  /** How much later than the browser says the sound is heard: loudspeakers of which it does not know. */
  setOffsetMs(offsetMs: number): void;
  /** What is heard goes through it; connect it elsewhere for more. */
  readonly node: AudioNode;
  close(): void;
}

export interface SoundOutputOptions {
  sampleRate: number;
  workletUrl: string;
  muted: boolean;
  offsetMs: number;
  /** The browser wants a gesture before it plays, or does no longer. */
  onGesture: (isWanted: boolean) => void;
  /** Something was begun or ended by the worklet. */
  onMark: () => void;
}

/** A context that may play runs within less. */
const GESTURE_MS = 400;
const MUTING_SECONDS = 0.02;

/** Rejects where the browser has no AudioWorklet, or does not load it. */
export async function openSoundOutput(options: SoundOutputOptions): Promise<SoundOutput> {
  const { sampleRate, onGesture } = options;
  const context = new AudioContext({ sampleRate, latencyHint: 'interactive' });
  try {
    if (context.audioWorklet === undefined)
      throw new Error(
        'Expected a page in a secure context (https, or this machine): only there browsers have AudioWorklet',
      );
    await context.audioWorklet.addModule(options.workletUrl);
  } catch (error) {
    void context.close();
    throw error;
  }
  const worklet = new AudioWorkletNode(context, PROCESSOR, {
    ...{ numberOfInputs: 0, numberOfOutputs: 1, outputChannelCount: [1] },
  });
  const gain = new GainNode(context, { gain: options.muted ? 0 : 1 });
  worklet.connect(gain).connect(context.destination);

  const spans = createHeardSpans();
  let offset = options.offsetMs / 1000;
  let turn = 0;
  let given = 0;
  let newest: PlaybackTime | null = null;
  const post = (message: ToWorklet, transfer: Transferable[] = []) =>
    worklet.port.postMessage(message, transfer);
  worklet.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
    if (data.turn !== turn) return;
    spans.mark(data.mark);
    options.onMark();
  };

  const heardFrame = () => (playbackTime(context, performance.now()) - offset) * sampleRate;
  const secondsOf = (found: { number: number; sample: number } | null) =>
    found && { number: found.number, seconds: found.sample / sampleRate };

  /** The clock of a browser may step back by a few milliseconds; what was heard stays heard. */
  function heard(): PlaybackTime | null {
    const found = secondsOf(spans.at(heardFrame()));
    if (found !== null && newest?.number === found.number && newest.seconds > found.seconds) return newest;
    newest = found;
    return found;
  }

  let isWanted = false;
  function want(wanted: boolean): void {
    if (isWanted === wanted) return;
    isWanted = wanted;
    onGesture(wanted);
  }
  context.addEventListener('statechange', () => {
    if (context.state === 'running') want(false);
  });

  return {
    node: gain,
    async running() {
      if (context.state === 'running') return;
      const late = setTimeout(
        () => want(context.state !== 'running' && context.state !== 'closed'),
        GESTURE_MS,
      );
      try {
        await untilRunning(context);
      } finally {
        clearTimeout(late);
      }
    },
    resume: () => {
      context.resume().catch(() => {});
    },
    play(sound) {
      given += sound.samples.length;
      post({ type: 'sound', sound }, [sound.samples.buffer]);
    },
    interrupt() {
      turn++;
      [given, newest] = [0, null];
      spans.forget();
      post({ type: 'interrupt', turn });
    },
    heard,
    hasEnded(number) {
      const end = spans.endOf(number);
      return end !== null && end <= heardFrame();
    },
    changesIn() {
      const frame = heardFrame();
      const next = spans.changeAfter(frame);
      return next === null ? null : (next - frame) / sampleRate;
    },
    waiting: () => given / sampleRate - spans.played(context.currentTime * sampleRate) / sampleRate,
    setMuted(muted) {
      gain.gain.setTargetAtTime(muted ? 0 : 1, context.currentTime, MUTING_SECONDS / 4);
    },
    setOffsetMs(offsetMs) {
      offset = offsetMs / 1000;
    },
    close() {
      want(false);
      worklet.port.onmessage = null;
      worklet.disconnect();
      gain.disconnect();
      void context.close();
    },
  };
}

function untilRunning(context: AudioContext): Promise<void> {
  context.resume().catch(() => {});
  return new Promise((resolve, reject) => {
    const look = () => {
      if (context.state === 'running') resolve();
      else if (context.state === 'closed') reject(new Error('Expected a player that is open'));
      else return;
      context.removeEventListener('statechange', look);
    };
    context.addEventListener('statechange', look);
    look();
  });
}
