import type { PlaybackTime } from '../motion/index.js';
import { createPlaybackSpans } from './playback-spans.js';
import { playbackTime } from './playback-time.js';
import type { QueuedSound } from './sound-queue.js';
import { type FromWorklet, PROCESSOR, type ToWorklet } from './worklet-messages.js';

/** The sound of a player. */
export interface SoundOutput {
  /** Resolves when the audio output runs. If the browser requires a gesture first, that is after `resume`. */
  running(): Promise<void>;
  /** Resumes the output; call it in a gesture. */
  resume(): void;
  play(sound: QueuedSound): void;
  /** Fades out within 20 ms, and drops queued audio. */
  interrupt(): void;
  /** Returns the audible moment. Null between utterances. */
  heard(): PlaybackTime | null;
  /** Whether the utterance has been played to its end. */
  hasEnded(number: number): boolean;
  /** Returns the seconds until the next audible start or end; null if it is not known. */
  changesIn(): number | null;
  /** Seconds of sound that were given to `play` and not played. */
  waiting(): number;
  setMuted(muted: boolean): void;
  /** Sets additional output latency, such as that of a loudspeaker that the browser does not know. */
  setOffsetMs(offsetMs: number): void;
  /** The audio goes through this node; connect it to further nodes if needed. */
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

  const spans = createPlaybackSpans();
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

  const audibleFrame = () => (playbackTime(context, performance.now()) - offset) * sampleRate;
  const secondsOf = (found: { number: number; sample: number } | null) =>
    found && { number: found.number, seconds: found.sample / sampleRate };

  /** Returns the audible moment; never goes back, unlike clocks of browsers. */
  function heard(): PlaybackTime | null {
    const found = secondsOf(spans.at(audibleFrame()));
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
      return end !== null && end <= audibleFrame();
    },
    changesIn() {
      const frame = audibleFrame();
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
