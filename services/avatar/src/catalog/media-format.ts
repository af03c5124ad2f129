/** Detects the format of a file from its content, never from its name. */

export const pictureFormats = ['png', 'jpg', 'webp', 'avif'] as const;
export const clipFormats = ['mp4', 'mov', 'webm', 'mkv', 'gif'] as const;
export const headFormats = ['glb', 'vrm'] as const;
export type PictureFormat = (typeof pictureFormats)[number];
export type ClipFormat = (typeof clipFormats)[number];
export type MediaFormat = PictureFormat | ClipFormat | (typeof headFormats)[number];

/** Metadata of a probed file. Width and height are pixels after rotation. */
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

/** Formats that users upload and the service cannot read; the error suggests alternatives. */
const unreadExtensions = new Set(['heic', 'heif']);

/** Whether a file of this name could be a medium: one that could not is not opened. */
export function hasMediaExtension(fileName: string): boolean {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(extensions, extension) || unreadExtensions.has(extension);
}

/**
 * Returns null for an unknown format. The signatures come from the specifications. A VRM starts like any GLB;
 * `headFormatOf` distinguishes them by content.
 */
export function formatOf(start: Uint8Array): Exclude<MediaFormat, 'vrm'> | null {
  const text = Buffer.from(start.buffer, start.byteOffset, start.length).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpg';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('glTF')) return 'glb';
  // EBML: the DocType is in the first element.
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.includes('webm') ? 'webm' : 'mkv';
  if (isAvif(text)) return 'avif';
  if (isHeic(text)) return null;
  const box = text.slice(4, 8);
  if (box === 'ftyp') return text.startsWith('qt  ', 8) ? 'mov' : 'mp4';
  // QuickTime files without an ftyp box.
  return ['moov', 'mdat', 'wide', 'free', 'skip'].includes(box) ? 'mov' : null;
}

/** A known file format that the service cannot read. */
interface UnreadFormat {
  /** Common name, with its article. */
  name: string;
  alternative: 'picture' | 'clip' | 'head';
  matches(start: string): boolean;
}

const ALTERNATIVES = {
  picture: 'save it as JPEG, PNG, WebP or AVIF',
  clip: 'convert it to mp4',
  head: 'export it as GLB',
} as const;
const beginsWith = (signature: string) => (start: string) => start.startsWith(signature);

/** The specification of each format defines its signature. */
const FORMATS: readonly UnreadFormat[] = [
  { name: 'a TIFF picture', alternative: 'picture', matches: (start) => /^(II\*\0|MM\0\*)/.test(start) },
  {
    name: 'a BMP picture',
    alternative: 'picture',
    matches: (start) => start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0',
  },
  {
    name: 'a JPEG XL picture',
    alternative: 'picture',
    matches: (start) => start.startsWith('\xff\x0a') || start.slice(4, 12) === 'JXL \r\n\x87\n',
  },
  { name: 'a JPEG 2000 picture', alternative: 'picture', matches: (start) => start.slice(4, 8) === 'jP  ' },
  { name: 'a Photoshop file (PSD)', alternative: 'picture', matches: beginsWith('8BPS') },
  {
    name: 'an SVG drawing',
    alternative: 'picture',
    matches: (start) => /^(\xef\xbb\xbf)?\s{0,16}<(svg|\?xml)/i.test(start),
  },
  { name: 'a PDF file', alternative: 'picture', matches: beginsWith('%PDF-') },
  {
    name: 'an AVI clip',
    alternative: 'clip',
    matches: (start) => start.startsWith('RIFF') && start.startsWith('AVI ', 8),
  },
  { name: 'a Flash clip (FLV)', alternative: 'clip', matches: beginsWith('FLV\x01') },
  {
    name: 'a Windows Media clip (WMV)',
    alternative: 'clip',
    matches: beginsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11'),
  },
  { name: 'an Ogg file', alternative: 'clip', matches: beginsWith('OggS') },
  { name: 'an MPEG program stream', alternative: 'clip', matches: beginsWith('\0\0\x01\xba') },
  { name: 'an FBX model', alternative: 'head', matches: beginsWith('Kaydara FBX Binary') },
  { name: 'a Blender file', alternative: 'head', matches: beginsWith('BLENDER') },
  { name: 'a ZIP archive (USDZ, say)', alternative: 'head', matches: beginsWith('PK\x03\x04') },
  { name: 'glTF as text', alternative: 'head', matches: (start) => /^\s{0,16}\{/.test(start) },
];

/** Names the format of an unreadable file and an alternative. Returns null for an unknown format. */
export function describeUnread(start: Uint8Array): string | null {
  const text = Buffer.from(start.buffer, start.byteOffset, start.length).toString('latin1');
  const found = isHeic(text) ? HEIC : FORMATS.find(({ matches }) => matches(text));
  return found === undefined
    ? null
    : `${found.name}, which is not read here: ${ALTERNATIVES[found.alternative]}`;
}

const HEIC = { name: 'a HEIC picture (as iPhones take them)', alternative: 'picture' } as const;
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1', 'miaf'];

/** ISO 23008-12: images in the container of mp4. AVIF uses the same container and is readable. */
function isHeic(start: string): boolean {
  return start.slice(4, 8) === 'ftyp' && !isAvif(start) && HEIC_BRANDS.includes(start.slice(8, 12));
}

/** Checks the major brand, or the compatible brands if the major brand is generic. */
function isAvif(start: string): boolean {
  if (start.slice(4, 8) !== 'ftyp') return false;
  const length = Buffer.from(start.slice(0, 4), 'latin1').readUInt32BE(0);
  const brands = start.slice(8, Math.min(start.length, length));
  const major = brands.slice(0, 4);
  if (major === 'avif' || major === 'avis') return true;
  if (!['mif1', 'msf1', 'miaf'].includes(major)) return false;
  for (let at = 8; at + 4 <= brands.length; at += 4)
    if (['avif', 'avis'].includes(brands.slice(at, at + 4))) return true;
  return false;
}
