import type { ClipFacts } from './clip-metadata.js';

export interface PictureSize {
  /** Pixels, even. */
  width: number;
  height: number;
  /** `cover` fills the size and cuts off what hangs over, `contain` shows all with bars. */
  fit: 'cover' | 'contain';
}

/** Sharp both ways, and the same on every processor. */
const SCALING = 'bicubic+accurate_rnd+full_chroma_inp+full_chroma_int+bitexact';
const NO_TONE_MAPPING =
  'This ffmpeg has no filters zscale and tonemap: the clip, which is of high dynamic range, looks paler than it should';
const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67'];
/** Frames larger than this are high definition, which is BT.709 where they do not say: the rule players go by. */
const SD_WIDTH = 1280;
const SD_HEIGHT = 576;

/**
 * The filters that bring a picture of any kind to I420 BT.709 in limited range and of a given size, with square pixels.
 * A picture that is right already, or one row or column too large to be even, keeps its pixels.
 */
export function pictureFilter(
  size: PictureSize,
  facts: Pick<ClipFacts, 'matrix' | 'primaries' | 'transfer' | 'pixelFormat' | 'width' | 'height'>,
  hasToneMapping: boolean,
): { filter: string; note: string | null } {
  // A transfer curve alone is no sign: some cameras and editors write it and mean BT.709.
  const isWide = facts.primaries === 'bt2020' || facts.matrix.startsWith('bt2020');
  if (isWide && hasToneMapping) {
    const filter = [geometry(size, ''), ...toneMapping(facts), 'format=yuv420p', padding(size)];
    return { filter: filter.filter(Boolean).join(','), note: null };
  }
  const untagged = facts.matrix === 'unknown' && facts.pixelFormat.startsWith('yuv');
  const isHd = facts.width >= SD_WIDTH || facts.height > SD_HEIGHT;
  const input = untagged ? `:in_color_matrix=${isHd ? 'bt709' : 'bt601'}` : '';
  const conversion = `${input}:out_color_matrix=bt709:out_range=tv`;
  const filter = [geometry(size, conversion), 'format=yuv420p', padding(size)].filter(Boolean).join(',');
  return { filter, note: isWide ? NO_TONE_MAPPING : null };
}

/** Scales with the shape of the pixels taken into account, and cuts. */
function geometry({ width: w, height: h, fit }: PictureSize, conversion: string): string {
  // Width of a stored pixel relative to its height.
  const shown = 'iw*sar';
  const fits = `between(iw,${w},${w + 1})*between(ih,${h},${h + 1})*eq(sar,1)`;
  const [width, height] =
    fit === 'cover'
      ? [`max(${w},round(${h}*${shown}/ih))`, `max(${h},round(${w}*ih/(${shown})))`]
      : [`max(2,2*round(min(${w},${h}*${shown}/ih)/2))`, `max(2,2*round(min(${h},${w}*ih/(${shown}))/2))`];
  const scale = `scale=w='if(${fits},iw,${width})':h='if(${fits},ih,${height})':flags=${SCALING}${conversion}`;
  return `${scale},crop=w='min(iw,${w})':h='min(ih,${h})',setsar=1`;
}

function padding({ width, height, fit }: PictureSize): string {
  return fit === 'contain' ? `pad=${width}:${height}:-1:-1:black` : '';
}

/** ITU-R BT.2408: the white of paper in a picture of high dynamic range. */
const WHITE_NITS = 203;

/** Converts to linear light with BT.709 primaries, compresses highlights, and converts back. */
function toneMapping(facts: Pick<ClipFacts, 'matrix' | 'transfer'>): string[] {
  const known = (value: string, otherwise: string) => (value === 'unknown' ? otherwise : value);
  const input = [
    `min=${known(facts.matrix, 'bt2020nc')}`,
    'pin=bt2020',
    `tin=${known(facts.transfer, 'bt709')}`,
  ].join(':');
  const output = 'p=bt709:t=bt709:m=bt709:r=tv';
  if (!HDR_TRANSFERS.includes(facts.transfer)) return [`zscale=${input}:${output}`];
  return [
    `zscale=${input}:t=linear:p=bt709:npl=${WHITE_NITS}`,
    'format=gbrpf32le',
    // Mobius leaves values below 0.3, including faces, unchanged.
    'tonemap=mobius:desat=0',
    `zscale=min=gbr:pin=bt709:tin=linear:${output}`,
  ];
}
