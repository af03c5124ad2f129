import type { AvatarElement } from '../element/avatar-element.js';

/**
 * Record of the audio and events of a page. Times are in seconds of the audio: pauses of a busy machine do
 * not count.
 */
export interface PageTap {
  /** Type, audible moment and detail of each event of the element. */
  // biome-ignore lint/suspicious/noExplicitAny: details are looked into by tests, which are where their shape is asserted
  events: { type: string; at: number; detail: any }[];
  /** Begins to listen to the sound that goes through the player. */
  listen(): Promise<void>;
  /** Returns the audible moment and the played one. */
  now(): { heard: number; played: number };
  /** Returns the starts of audio after at least 120 ms of silence, the last loud moment, and the peak. */
  heard(): { onsets: number[]; lastLoud: number; peak: number };
  /** Clears the record. */
  forget(): void;
  /** Longest delay of scripts of this page since `listen`. */
  stalled(): number;
  /** Resolves when the audio has advanced by so many seconds. */
  goesOn(seconds: number): Promise<void>;
}

/**
 * Runs in the page and creates the globals `tap` and `avatar`. It is sent as text, so it uses nothing outside
 * of itself.
 */
export function installTap(): void {
  const avatar = document.querySelector('anima-avatar') as AvatarElement;
  const events: PageTap['events'] = [];
  for (const type of ['ready', 'started', 'word', 'ended', 'interrupted', 'error'])
    avatar.addEventListener(type, (event) =>
      events.push({ type, at: tap.now().heard, detail: (event as CustomEvent).detail }),
    );
  const LOUD = 0.01;
  const TICK = 5;
  let stalled = 0;
  const blocks: { frame: number; peak: number; first: number }[] = [];
  let context: AudioContext | null = null;
  const tap: PageTap = {
    events,
    async listen() {
      const output = avatar.player!.output!;
      context = output.context as AudioContext;
      const code = `registerProcessor('tap', class extends AudioWorkletProcessor {
        process([[samples]]) {
          if (samples === undefined) return true;
          let [peak, first] = [0, -1];
          for (let i = 0; i < samples.length; i++) {
            const level = Math.abs(samples[i]);
            if (level > peak) peak = level;
            if (first < 0 && level > ${LOUD}) first = i;
          }
          this.port.postMessage({ frame: currentFrame, peak, first });
          return true;
        }
      });`;
      await context.audioWorklet.addModule(
        URL.createObjectURL(new Blob([code], { type: 'text/javascript' })),
      );
      const node = new AudioWorkletNode(context, 'tap', { numberOfOutputs: 0 });
      node.port.onmessage = ({ data }) => blocks.push(data);
      output.connect(node);
      let ticked = performance.now();
      setInterval(() => {
        const now = performance.now();
        stalled = Math.max(stalled, (now - ticked - TICK) / 1000);
        ticked = now;
      }, TICK);
    },
    now() {
      if (context === null) return { heard: 0, played: 0 };
      const { currentTime: played } = context;
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
      return { played, heard: Math.min(played, contextTime + (performance.now() - performanceTime) / 1000) };
    },
    heard() {
      const at = (frame: number) => frame / context!.sampleRate;
      const onsets: number[] = [];
      let lastLoud = Number.NEGATIVE_INFINITY;
      let peak = 0;
      for (const block of blocks) {
        peak = Math.max(peak, block.peak);
        if (block.first < 0) continue;
        const now = at(block.frame + block.first);
        if (now - lastLoud > 0.12) onsets.push(now);
        lastLoud = at(block.frame + 128);
      }
      return { onsets, lastLoud, peak };
    },
    forget() {
      events.length = 0;
      blocks.length = 0;
    },
    stalled: () => stalled,
    async goesOn(seconds) {
      const until = context!.currentTime + seconds;
      while (context!.currentTime < until) await new Promise((resolve) => setTimeout(resolve, TICK));
    },
  };
  Object.assign(globalThis, { tap, avatar });
}
