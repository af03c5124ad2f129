import type { Readable } from 'node:stream';

/** Times in microseconds that always increase, also if a clip states none. */
const RISING = "setpts='if(isnan(PREV_OUTPTS),if(isnan(PTS),0,PTS),max(if(isnan(PTS),0,PTS),PREV_OUTPTS+1))'";

/** ffmpeg's arguments that write every frame to pipe:1, through `filter`, and its time to pipe:3; for readFrameTimes. */
export function framesWithTimes(filter: string): string[] {
  return [
    ...['-filter_complex_threads', '1'],
    ...['-filter_complex', `[0:V:0]settb=AVTB,${RISING},split[told][all];[all]${filter}[shown]`],
    // Keeps the frames as they are instead of filling or dropping for a constant rate. Versions before 5.1
    // know only this name.
    ...['-vsync', 'passthrough', '-map', '[shown]', '-c:v', 'rawvideo', '-pix_fmt', 'yuv420p'],
    ...['-f', 'rawvideo', 'pipe:1'],
    // Writes one line per frame immediately, without its pixels.
    ...['-map', '[told]', '-c:v', 'wrapped_avframe', '-enc_time_base', '1:1000000'],
    ...['-flush_packets', '1', '-f', 'framecrc', 'pipe:3'],
  ];
}

export interface FrameTimes {
  /** Microseconds of the next frame on the clip's own clock; null after the end. */
  next(): Promise<number | null>;
}

/** "0, 200000, 200000, 33333, 472, 0x62ee1bcf": stream, times of decoding and of showing. */
const TIME = /^0, *-?\d+, *(-?\d+),/;

export function readFrameTimes(pipe: Readable): FrameTimes {
  pipe.setEncoding('utf8');
  // Node drops the final output of a process without a listener.
  pipe.on('readable', () => {});
  const chunks = pipe[Symbol.asyncIterator]() as AsyncIterator<string>;
  let rest = '';
  return {
    async next() {
      for (;;) {
        const end = rest.indexOf('\n');
        if (end < 0) {
          const { value, done } = await chunks.next();
          if (done === true) return null;
          rest += value;
          continue;
        }
        const time = TIME.exec(rest.slice(0, end))?.[1];
        rest = rest.slice(end + 1);
        if (time !== undefined) return Number(time);
      }
    },
  };
}
