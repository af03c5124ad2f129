import type { AvatarElement } from '../element/avatar-element.js';

/** What a page has heard and been told. Times: ms, as `performance.now()` of the page. */
export interface PageTap {
  /** Of each event of the element: type, when, detail. */
  // biome-ignore lint/suspicious/noExplicitAny: details are looked into by tests, which are where their shape is asserted
  events: { type: string; at: number; detail: any }[];
  /** Begins to listen to the sound that goes through the player. */
  listen(): Promise<void>;
  /** When sound began behind a silence of 120 ms or more, when it was loud last, and its peak. By the clock of what is heard. */
  heard(): { onsets: number[]; lastLoud: number; peak: number };
  /** What was heard and told so far. */
  forget(): void;
}

/** Runs in the page: leaves `tap` and `avatar` there. What it needs stands in it, as it is sent as text. */
export function installTap(): void {
  const avatar = document.querySelector('anima-avatar') as AvatarElement;
  const events: PageTap['events'] = [];
  for (const type of ['ready', 'started', 'word', 'ended', 'interrupted', 'error'])
    avatar.addEventListener(type, (event) =>
      events.push({ type, at: performance.now(), detail: (event as CustomEvent).detail }),
    );
  const LOUD = 0.01;
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
    },
    heard() {
      const { contextTime = 0, performanceTime = 0 } = context!.getOutputTimestamp();
      const at = (frame: number) => performanceTime + (frame / context!.sampleRate - contextTime) * 1000;
      const onsets: number[] = [];
      let lastLoud = Number.NEGATIVE_INFINITY;
      let peak = 0;
      for (const block of blocks) {
        peak = Math.max(peak, block.peak);
        if (block.first < 0) continue;
        const now = at(block.frame + block.first);
        if (now - lastLoud > 120) onsets.push(now);
        lastLoud = at(block.frame + 128);
      }
      return { onsets, lastLoud, peak };
    },
    forget() {
      blocks.length = 0;
      events.length = 0;
    },
  };
  Object.assign(globalThis, { tap, avatar });
}
