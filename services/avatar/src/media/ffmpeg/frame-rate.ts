/** Frames in `seconds` seconds. */
export interface FrameRate {
  frames: number;
  seconds: number;
}

/** Rates of television, which are a thousandth slower than whole ones (SMPTE 170M): 29.97 is 30000/1001. */
const NTSC_TOLERANCE = 0.006;

/** The fraction that a decimal frame rate stands for, so that an hour of frames does not drift. */
export function frameRate(fps: number): FrameRate {
  if (!(fps >= 1 && fps <= 240)) throw new RangeError(`Expected 1 to 240 frames a second, received ${fps}`);
  if (Number.isInteger(fps)) return { frames: fps, seconds: 1 };
  const whole = Math.ceil(fps);
  const isNtsc = whole % 6 === 0 && Math.abs((whole * 1000) / 1001 - fps) < NTSC_TOLERANCE;
  if (isNtsc) return { frames: whole * 1000, seconds: 1001 };
  return { frames: Math.round(fps * 1000), seconds: 1000 };
}

/** As ffmpeg reads it. */
export function rateText({ frames, seconds }: FrameRate): string {
  return `${frames}/${seconds}`;
}

/** Seconds at which a frame begins. */
export function frameTime(rate: FrameRate, frameIndex: number): number {
  return (frameIndex * rate.seconds) / rate.frames;
}

/** ffmpeg's filter that gives a clip this rate. The last frame counts also where it is shown for less than half a tick. */
export function constantRate(rate: FrameRate): string {
  return `fps=${rateText(rate)}:eof_action=pass`;
}
