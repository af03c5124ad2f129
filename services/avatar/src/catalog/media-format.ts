import { isAvif, isHeic } from './unread-format.js';

/** What kind of file it is, told by its content and never by its name. */

export const pictureFormats = ['png', 'jpg', 'webp', 'avif'] as const;
export const clipFormats = ['mp4', 'mov', 'webm', 'mkv', 'gif'] as const;
export const headFormats = ['glb', 'vrm'] as const;
export type PictureFormat = (typeof pictureFormats)[number];
export type ClipFormat = (typeof clipFormats)[number];
export type MediaFormat = PictureFormat | ClipFormat | (typeof headFormats)[number];

/** A file that was opened. Width and height in pixels, as it is shown: what is to be turned is measured turned. */
export type Media =
  | { kind: 'picture'; format: PictureFormat; width: number; height: number }
  | {
      kind: 'clip';
      format: ClipFormat;
      width: number;
      height: number;
      /** Seconds. */
      duration: number;
      fps: number;
      hasAudio: boolean;
    }
  | { kind: 'head'; format: (typeof headFormats)[number] };

/** As many first bytes as `formatOf` wants to see. */
export const FORMAT_BYTES = 64;

const extensions: Record<string, MediaFormat> = {
  png: 'png',
  jpg: 'jpg',
  jpeg: 'jpg',
  webp: 'webp',
  avif: 'avif',
  mp4: 'mp4',
  m4v: 'mp4',
  mov: 'mov',
  webm: 'webm',
  mkv: 'mkv',
  gif: 'gif',
  glb: 'glb',
  vrm: 'vrm',
};

/** Not read, but what people drop in: they are told what to do instead. */
const unreadExtensions = new Set(['heic', 'heif']);

/** Whether a file of this name could be a medium: one that could not is not opened. */
export function hasMediaExtension(fileName: string): boolean {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(extensions, extension) || unreadExtensions.has(extension);
}

/**
 * Null for what is none of them. The signatures are those of the formats' own specifications. A VRM begins as every GLB: what is in it
 * tells them apart (`headFormatOf`).
 */
export function formatOf(start: Uint8Array): Exclude<MediaFormat, 'vrm'> | null {
  const text = Buffer.from(start.buffer, start.byteOffset, start.length).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpg';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('glTF')) return 'glb';
  // EBML; its DocType stands within the first element.
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.includes('webm') ? 'webm' : 'mkv';
  if (isAvif(text)) return 'avif';
  if (isHeic(text)) return null;
  const box = text.slice(4, 8);
  if (box === 'ftyp') return text.startsWith('qt  ', 8) ? 'mov' : 'mp4';
  // QuickTime files from before there was an ftyp box.
  return ['moov', 'mdat', 'wide', 'free', 'skip'].includes(box) ? 'mov' : null;
}
