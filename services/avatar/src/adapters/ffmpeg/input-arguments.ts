/** No picture is larger: a few bytes can announce one that fills the memory. */
const MAX_PIXELS = 50_000_000;

/** How each kind of file is read: by its own reader, so that no file can pass for a list of other files. */
const readers = {
  png: 'png_pipe',
  jpg: 'jpeg_pipe',
  webp: 'webp_pipe',
  gif: 'gif',
  mp4: 'mov',
  mov: 'mov',
  webm: 'matroska',
  mkv: 'matroska',
  wav: 'wav',
  mp3: 'mp3',
  ogg: 'ogg',
  flac: 'flac',
} as const;

export type ReadableFormat = keyof typeof readers;

export interface MediaInput {
  path: string;
  /** What its first bytes say it is. */
  format: ReadableFormat;
  options?: readonly string[];
  /** One, if not given. */
  threads?: number;
}

/** Makes ffmpeg open one file, which may be hostile: bounded threads and pictures, nothing but this file. */
export function inputArguments({ path, format, options = [], threads = 1 }: MediaInput): string[] {
  return [
    ...['-protocol_whitelist', 'file', '-threads', String(threads), '-max_pixels', String(MAX_PIXELS)],
    ...['-f', readers[format], ...options, '-i', `file:${path}`],
  ];
}
