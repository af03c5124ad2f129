import { open } from 'node:fs/promises';
import { AppError } from '@anima/service/errors';
import { FORMAT_BYTES } from '../../catalog/media-format.js';

/** Maximum pixels of an image: a few bytes can announce one that fills the memory. */
const MAX_PIXELS = 50_000_000;
/** No single piece of memory is larger: a frame of so many pixels in the widest of formats. */
const MAX_ALLOC_BYTES = 640 * 1024 * 1024;

const pcm = [
  ...['pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be', 'pcm_alaw', 'pcm_mulaw'],
];
const clipSound = [
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3'],
  ...pcm,
];
/** Decoders of cameras, phones, browsers and editors; most of the other hundreds are for obsolete formats. */
const clipPictures = [
  ...['h264', 'hevc', 'av1', 'libdav1d', 'libaom-av1', 'vp8', 'libvpx', 'vp9', 'libvpx-vp9', 'mpeg4'],
  ...['mpeg2video', 'ffv1', 'mjpeg', 'prores', 'dnxhd', 'qtrle', 'png', 'rawvideo'],
];
const clip = [...clipPictures, ...clipSound];

/**
 * How each kind of file is read: by its own reader, so that no file can pass for a list of other files, and by the decoders that such
 * files need, so that a fault of any other is out of reach.
 */
const readers = {
  gif: { demuxer: 'gif', decoders: ['gif'] },
  mp4: { demuxer: 'mov', decoders: clip },
  mov: { demuxer: 'mov', decoders: clip },
  webm: { demuxer: 'matroska', decoders: clip },
  mkv: { demuxer: 'matroska', decoders: clip },
  wav: { demuxer: 'wav', decoders: [...pcm, 'adpcm_ms', 'adpcm_ima_wav', 'mp3', 'mp3float'] },
  mp3: { demuxer: 'mp3', decoders: ['mp3', 'mp3float'] },
  ogg: { demuxer: 'ogg', decoders: ['vorbis', 'opus', 'libopus', 'flac', 'speex', 'libspeex'] },
  flac: { demuxer: 'flac', decoders: ['flac'] },
} as const;

export type ReadableFormat = keyof typeof readers;

export interface MediaInput {
  path: string;
  /** Format detected from the first bytes. */
  format: ReadableFormat;
  options?: readonly string[];
  /** One, if not given. */
  threads?: number;
}

/**
 * Returns arguments that make ffmpeg open one untrusted file with limited threads, pixels, protocols and
 * decoders.
 */
export function inputArguments({ path, format, options = [], threads = 1 }: MediaInput): string[] {
  const { demuxer, decoders } = readers[format];
  return [
    ...['-threads', String(threads), '-max_pixels', String(MAX_PIXELS)],
    ...['-max_alloc', String(MAX_ALLOC_BYTES)],
    ...opened('file', demuxer, decoders),
    ...[...options, '-i', `file:${path}`],
  ];
}

/** Makes ffmpeg open a file that the service has written. */
export function ownInput(
  path: string,
  demuxer: 'mov' | 'concat' | 'ffmetadata',
  options: readonly string[] = [],
): string[] {
  return [...opened('file', demuxer, ['h264', 'aac']), ...options, '-i', `file:${path}`];
}

/** Returns arguments that make ffmpeg read a pipe of the service. */
export function pipeInput(
  format: 'rawvideo' | 'matroska' | 's16le' | 'f32le',
  options: readonly string[],
): string[] {
  const decoder = format === 'rawvideo' || format === 'matroska' ? 'rawvideo' : `pcm_${format}`;
  return [...opened('pipe', format, [decoder]), ...options, '-i', 'pipe:0'];
}

function opened(protocol: 'file' | 'pipe', demuxer: string, decoders: readonly string[]): string[] {
  return ['-protocol_whitelist', protocol, '-codec_whitelist', decoders.join(','), '-f', demuxer];
}

/** Reads as many bytes of a file as its format detection requires. */
export async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    if (!(await file.stat()).isFile())
      throw new AppError('media_unreadable', 'Expected the path of a file, received another kind');
    const start = Buffer.alloc(FORMAT_BYTES);
    const { bytesRead } = await file.read(start, 0, FORMAT_BYTES, 0);
    return start.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
