import { readFileSync, writeFileSync } from 'node:fs';
import type { OddRecipes } from './odd-file.js';
import type { TestMedia } from './test-media.js';

const clip = { holds: 'clip', face: 'yes' } as const;
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
const TAGS = (matrix: string, primaries: string, transfer: string) => [
  ...['-colorspace', matrix, '-color_primaries', primaries, '-color_trc', transfer],
];

/** A clip of ada, made from hers with these options. */
function from(is: string, ...options: string[]) {
  return {
    ...clip,
    is,
    make: (media: TestMedia, path: string) => media.run('-i', media.at('ada.mp4'), ...options, path),
  };
}

/** High dynamic range, the white of paper at 203 cd/m2 (ITU-R BT.2408). */
function wide(is: string, transfer: string) {
  const from709 = 'scale=out_color_matrix=bt709,format=yuv444p,zscale=min=bt709:rin=tv:pin=bt709:tin=bt709';
  const to2020 = `p=bt2020:t=${transfer}:m=bt2020nc:r=tv:npl=203,format=yuv420p10le`;
  return from(is, '-vf', `${from709}:${to2020}`, ...X264, ...TAGS('bt2020nc', 'bt2020', transfer));
}

/** Clips that are whole and that a camera, a phone, a browser or an editor may well have made. */
export const oddClips: OddRecipes = {
  ...Object.fromEntries([90, 180, 270].map((degrees) => [`turned-${degrees}.mp4`, turned(degrees)])),
  'odd-size.mp4': from(
    '127 x 255 pixels',
    '-vf',
    'scale=-2:256,crop=127:255',
    '-pix_fmt',
    'yuv444p',
    ...X264,
  ),
  '4-4-4.mp4': from('colours of every pixel', '-pix_fmt', 'yuv444p', ...X264),
  '10-bit.mp4': from('10 bits a channel', '-pix_fmt', 'yuv420p10le', ...X264),
  'hdr10.mp4': wide('BT.2020 with PQ', 'smpte2084'),
  'hlg.mp4': wide('BT.2020 with HLG', 'arib-std-b67'),
  'full-range.mp4': from(
    'values from 0 to 255',
    ...['-vf', 'scale=out_range=pc,format=yuv420p', '-color_range', 'pc', ...X264],
  ),
  'bt601.mp4': from('colours of old television', ...X264, ...TAGS('smpte170m', 'smpte170m', 'smpte170m')),
  'interlaced.mp4': from('two fields a frame', '-vf', 'interlace', '-flags', '+ilme+ildct', ...X264),
  'anamorphic.mp4': from('pixels that are not square', '-vf', 'scale=128:256,setsar=2', ...X264),
  'silent.mp4': from('no sound', '-an', '-c:v', 'copy'),
  'one-frame.mp4': from('one frame', '-frames:v', '1', '-an', ...X264),
  'fast.mp4': from('240 frames a second', '-r', '240', '-an', ...X264),
  'varying.mkv': from(
    'frames at irregular times',
    '-vf',
    "select='gt(random(1),0.5)'",
    '-vsync',
    'vfr',
    '-an',
    ...X264,
  ),
  'moving.gif': from('a GIF', '-r', '10', '-an'),
  'before-zero.mkv': from(
    'times that begin before zero',
    '-output_ts_offset',
    '-0.5',
    '-avoid_negative_ts',
    'disabled',
    ...X264,
  ),
  'late.mkv': from('times that begin at 100 s', '-output_ts_offset', '100', ...X264),
  'webm.webm': from(
    'VP8 and Vorbis',
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-c:a',
    'libvorbis',
  ),
  '8k.mp4': from(
    'two frames of 7680 x 4320',
    '-frames:v',
    '2',
    '-an',
    '-vf',
    'scale=7680:4320,setsar=1',
    ...X264,
  ),
  'two-tracks.mkv': {
    ...{ ...clip, is: 'two tracks of pictures' },
    make: (media, path) =>
      media.run(
        '-i',
        media.at('ada.mp4'),
        '-i',
        media.at('leo.mp4'),
        '-map',
        '0:v',
        '-map',
        '1',
        '-c',
        'copy',
        path,
      ),
  },
  'two-people.mp4': {
    ...{ ...clip, is: 'two faces side by side' },
    make: (media, path) =>
      media.run(
        '-i',
        media.at('ada.mp4'),
        '-i',
        media.at('leo.mp4'),
        '-filter_complex',
        '[0:v][1:v]hstack',
        ...X264,
        path,
      ),
  },
  'cuts.mp4': {
    ...{ ...clip, is: 'ada, then nobody, then leo' },
    make: (media, path) => {
      const parts =
        '[0:v]trim=end=0.4[a];[1:v]trim=end=0.4,format=yuv420p[b];[2:v]trim=end=0.4,setpts=PTS-STARTPTS[c]';
      const blank = ['-f', 'lavfi', '-i', 'testsrc=s=256x256:r=25:d=1'];
      media.run(
        ...['-i', media.at('ada.mp4'), ...blank, '-i', media.at('leo.mp4')],
        ...['-filter_complex', `${parts};[a][b][c]concat=n=3`, ...X264, path],
      );
    },
  },
  'grows.webm': {
    ...{ ...clip, is: 'the size changes on the way, as in a recorded call' },
    make(media, path) {
      const vp8 = ['-an', '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];
      media.run('-i', media.at('ada.mp4'), ...vp8, '-vf', 'scale=128:128', media.at('small.part.webm'));
      media.run('-i', media.at('ada.mp4'), ...vp8, media.at('large.part.webm'));
      writeFileSync(media.at('parts.txt'), "file 'small.part.webm'\nfile 'large.part.webm'\n");
      media.run('-f', 'concat', '-i', media.at('parts.txt'), '-c', 'copy', path);
    },
  },
  'nobody.mp4': {
    ...{ holds: 'clip', face: 'no', is: 'no face' },
    make: (media, path) =>
      media.run('-f', 'lavfi', '-i', 'testsrc=s=256x256:r=25:d=1', '-pix_fmt', 'yuv420p', ...X264, path),
  },
  'one-pixel.mkv': {
    ...{ holds: 'clip', face: 'no', is: '1 x 1' },
    make: (media, path) =>
      media.run('-loop', '1', '-t', '1', '-i', media.at('one-pixel.png'), '-c:v', 'png', path),
  },
};

/** Cosine and sine of the angles that a display matrix turns by (ISO 14496-12, section 8.3.2). */
const TURNS: Record<number, [number, number]> = { 90: [0, 1], 180: [-1, 0], 270: [0, -1] };

/** Stored on its side and marked to be turned. */
function turned(degrees: number) {
  const back = { 90: 'transpose=2', 180: 'hflip,vflip', 270: 'transpose=1' }[degrees]!;
  return {
    ...{ ...clip, is: `turned by ${degrees} degrees by a mark` },
    make(media: TestMedia, path: string) {
      media.run('-i', media.at('ada.mp4'), '-vf', back, ...X264, path);
      const bytes = readFileSync(path);
      // The matrix of the first track is 40 bytes into its header.
      const matrix = bytes.indexOf('tkhd', 0, 'latin1') + 4 + 40;
      const [cosine, sine] = TURNS[degrees]!;
      [cosine, sine, 0, -sine, cosine].forEach((value, i) => {
        bytes.writeInt32BE(value * 65_536, matrix + 4 * i);
      });
      writeFileSync(path, bytes);
    },
  };
}
