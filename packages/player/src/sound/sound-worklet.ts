import { createSoundQueue } from './sound-queue.js';
import { FADE_SECONDS, type FromWorklet, PROCESSOR, type ToWorklet } from './worklet-messages.js';

// Globals of AudioWorkletGlobalScope (https://webaudio.github.io/web-audio-api/#AudioWorkletGlobalScope),
// which no library of types declares.
declare const sampleRate: number;
declare const currentFrame: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

class SoundProcessor extends AudioWorkletProcessor {
  #turn = 0;
  readonly #queue = createSoundQueue({
    fadeFrames: Math.round(FADE_SECONDS * sampleRate),
    tell: (mark) => this.port.postMessage({ turn: this.#turn, mark } satisfies FromWorklet),
  });

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => {
      if (data.type === 'sound') {
        this.#queue.add(data.sound);
        return;
      }
      this.#turn = data.turn;
      this.#queue.interrupt();
    };
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const channel = output?.[0];
    if (channel !== undefined) this.#queue.fill(channel, currentFrame);
    return true;
  }
}

registerProcessor(PROCESSOR, SoundProcessor);
