import {
  createListeners,
  LiveError,
  type LiveSessionRecord,
  type LiveSpeechOptions,
} from '@anima/client/live';
import type { PlayerEvents } from './player-events.js';
import { createLiveLink } from './session/live-link.js';
import { openSoundOutput, type SoundOutput } from './sound/sound-output.js';
import { createShownValues, type ShownValues } from './speaking/shown-values.js';
import { createSpeaking } from './speaking/speaking.js';
import type { Speakable } from './speaking/text-pieces.js';
import type { PlayedText, Said } from './speaking/utterance.js';

/** A ticket, or a function that returns one before each session; none without authentication. */
export type TicketSource = string | (() => string | undefined | Promise<string | undefined>);

export interface PlayerOptions extends LiveSpeechOptions {
  /** Address of the avatar service. */
  server: string;
  /** Ticket of GET /auth/ticket, if the service requires authentication. */
  ticket?: TicketSource;
  muted?: boolean;
  /** Additional output latency in ms, which the browser does not know of. */
  offsetMs?: number;
  /** Whether a face moves between utterances: blinks, breath, gaze. */
  life?: boolean;
  /** Address of the worklet's module; by default relative to this module. */
  workletUrl?: string;
}

/** A voice and the motion that belongs to it, for a page or for another engine. */
export interface Player {
  /** Null while no session is open. */
  readonly session: LiveSessionRecord | null;
  /** Opens the session. Rejects with the error of this attempt, or of the next one if one is pending. */
  connect(): Promise<LiveSessionRecord>;
  /** Opens the session and the audio output, so that the first words come sooner. Rejects with the error. */
  warm(): Promise<LiveSessionRecord>;
  /**
   * Speaks a text after the current ones. Resolves when it was played or interrupted. Rejects with a
   * `LiveError` if the text cannot be spoken or the session is lost, and with any error of the source of the
   * text.
   */
  say(text: Speakable): Promise<Said>;
  /** Stops all utterances within 20 ms. Resolves with the played part of the current one. */
  interrupt(): Promise<PlayedText>;
  /** Changes voice, face, speed or expression between utterances; waits until the current ones are over. */
  update(change: LiveSpeechOptions): Promise<LiveSessionRecord>;
  /** Returns the values in the order of `session.motion.shapes`; null without motion. */
  values(now?: number): Float32Array | null;
  /** Returns the audible moment: seconds of an utterance's audio. Null between utterances. */
  heard(): { utterance: string; seconds: number } | null;
  muted: boolean;
  offsetMs: number;
  life: boolean;
  /** The audio goes through this node. Null before the first audio. */
  readonly output: AudioNode | null;
  /** Resumes audio output; call it in a gesture. */
  resume(): void;
  on<Type extends keyof PlayerEvents>(type: Type, listener: (detail: PlayerEvents[Type]) => void): () => void;
  /** Closes the session and the audio output; pending calls reject. */
  close(): void;
}

/** Path relative to the module that is served as one file. */
const WORKLET = './player/sound-worklet.js';

export function createPlayer(options: PlayerOptions): Player {
  const { on, tell } = createListeners<PlayerEvents>();
  const {
    server,
    ticket,
    muted: wasMuted = false,
    offsetMs: firstOffset = 0,
    life: firstLife = true,
    ...rest
  } = options;
  const { workletUrl = new URL(WORKLET, import.meta.url).href, ...firstManner } = rest;
  let settings: LiveSpeechOptions = firstManner;
  let [muted, offsetMs, life] = [wasMuted, firstOffset, firstLife];
  let shown: ShownValues | null = null;
  let sound: { output: SoundOutput; sampleRate: number } | null = null;
  let opening: Promise<SoundOutput> | null = null;
  let isClosed = false;

  const link = createLiveLink({
    options: async () => {
      const credential = typeof ticket === 'function' ? await ticket() : ticket;
      return { ...settings, server, ...(credential ? { ticket: credential } : {}) };
    },
    onOpen(live) {
      show(live.session);
      live.on('session', show);
      live.on('motion', (motion) => shown?.take(motion));
      live.on('error', ({ code, message, fatal, utterance }) => {
        // Fatal errors are reported when the session has closed.
        if (!fatal) tell('error', { code, detail: message, fatal, utterance, retryMs: null });
      });
      speaking.hear(live);
      tell('ready', live.session);
    },
    onLost({ reason, detail }) {
      speaking.fail(new LiveError(reason, detail, { fatal: true }));
      tell('error', { code: reason, detail, fatal: true, utterance: null, retryMs: null });
    },
    onProblem({ code, message, utterance }, retryMs) {
      tell('error', { code, detail: message, fatal: true, utterance, retryMs });
    },
  });

  const speaking = createSpeaking({
    tell,
    open: async () => {
      const live = await link.open();
      const output = await openSound(live.session.sampleRate);
      await output.running();
      // While a gesture was waited for it may have been lost.
      return { live: await link.open(), output };
    },
    output: () => sound?.output ?? null,
    current: () => link.current,
    onSilence: () => shown?.interrupt(seconds()),
  });

  function show(session: LiveSessionRecord): void {
    const { fps, shapes } = session.motion;
    if (shown?.fits(session) !== true)
      shown = shapes.length === 0 ? null : createShownValues({ fps, shapes, life });
    shown?.express(session.expression);
  }

  /** One at a time; another where the session has another rate. */
  function openSound(sampleRate: number): Promise<SoundOutput> {
    if (sound?.sampleRate === sampleRate) return Promise.resolve(sound.output);
    opening ??= makeSound(sampleRate).finally(() => {
      opening = null;
    });
    return opening;
  }

  async function makeSound(sampleRate: number): Promise<SoundOutput> {
    sound?.output.close();
    sound = null;
    const output = await openSoundOutput({
      ...{ sampleRate, workletUrl, muted, offsetMs },
      onGesture: (wanted) => tell('gesture', { wanted }),
      onMark: () => speaking.look(),
    });
    if (isClosed) output.close();
    else sound = { output, sampleRate };
    output.setMuted(muted);
    output.setOffsetMs(offsetMs);
    return output;
  }

  return {
    get session() {
      return link.current?.session ?? null;
    },
    connect: async () => (await link.open()).session,
    async warm() {
      const { session } = await link.open();
      await openSound(session.sampleRate);
      return session;
    },
    say: (text) => speaking.say(text),
    interrupt: async () => speaking.interrupt(),
    async update(change) {
      await speaking.idle();
      settings = { ...settings, ...change };
      const live = link.current;
      return live === null ? (await link.open()).session : live.update(change);
    },
    values(now = seconds()) {
      if (link.current === null && shown === null) return null;
      return shown?.at(sound?.output.heard() ?? null, now) ?? null;
    },
    heard: () => speaking.playedPart(),
    get muted() {
      return muted;
    },
    set muted(value) {
      muted = value;
      sound?.output.setMuted(value);
    },
    get offsetMs() {
      return offsetMs;
    },
    set offsetMs(value) {
      offsetMs = value;
      sound?.output.setOffsetMs(value);
    },
    get life() {
      return life;
    },
    set life(value) {
      life = value;
      const session = link.current?.session;
      shown = null;
      if (session !== undefined) show(session);
    },
    get output() {
      return sound?.output.node ?? null;
    },
    resume: () => sound?.output.resume(),
    on,
    close() {
      if (isClosed) return;
      isClosed = true;
      speaking.fail(new LiveError('closed', 'The player was closed', { fatal: true }));
      link.close();
      sound?.output.close();
      sound = null;
      shown = null;
    },
  };
}

function seconds(): number {
  return performance.now() / 1000;
}
