/**
 * Outcome of each bad or odd file as `source_path` and as `audio_path`: a clip, or the code of a rejection.
 */
export const oddMediaOutcomes: Record<string, [seen: string, heard: string]> = {
  // Pictures.
  'one-pixel.png': ['media_unreadable', 'media_unreadable'],
  '8k.jpg': ['clip', 'media_unreadable'],
  'no-face.jpg': ['face_missing', 'media_unreadable'],
  'two-faces.jpg': ['clip', 'media_unreadable'],
  'profile.jpg': ['face_missing', 'media_unreadable'],
  'far-away.jpg': ['face_missing', 'media_unreadable'],
  'see-through.png': ['clip', 'media_unreadable'],
  'cmyk.jpg': ['clip', 'media_unreadable'],
  'exif-turned.jpg': ['clip', 'media_unreadable'],
  '16-bit.png': ['clip', 'media_unreadable'],
  'grey.png': ['clip', 'media_unreadable'],
  'moving.webp': ['clip', 'media_unreadable'],
  'huge.png': ['media_unreadable', 'media_unreadable'],
  'half.jpg': ['media_unreadable', 'media_unreadable'],
  'picture-named.mp4': ['clip', 'media_unreadable'],
  // Clips.
  'turned-90.mp4': ['clip', 'clip'],
  'turned-180.mp4': ['clip', 'clip'],
  'turned-270.mp4': ['clip', 'clip'],
  'odd-size.mp4': ['clip', 'clip'],
  '4-4-4.mp4': ['clip', 'clip'],
  '10-bit.mp4': ['clip', 'clip'],
  'hdr10.mp4': ['clip', 'clip'],
  'hlg.mp4': ['clip', 'clip'],
  'full-range.mp4': ['clip', 'clip'],
  'bt601.mp4': ['clip', 'clip'],
  'interlaced.mp4': ['clip', 'clip'],
  'anamorphic.mp4': ['clip', 'clip'],
  'silent.mp4': ['clip', 'media_unreadable'],
  'one-frame.mp4': ['clip', 'media_unreadable'],
  'fast.mp4': ['clip', 'media_unreadable'],
  'varying.mkv': ['clip', 'media_unreadable'],
  'moving.gif': ['clip', 'media_unreadable'],
  'before-zero.mkv': ['clip', 'clip'],
  'late.mkv': ['clip', 'clip'],
  'webm.webm': ['clip', 'clip'],
  '8k.mp4': ['clip', 'media_unreadable'],
  'two-tracks.mkv': ['clip', 'clip'],
  'two-people.mp4': ['clip', 'clip'],
  'cuts.mp4': ['clip', 'clip'],
  'grows.webm': ['clip', 'media_unreadable'],
  'nobody.mp4': ['face_missing', 'media_unreadable'],
  'one-pixel.mkv': ['face_missing', 'media_unreadable'],
  'clip-named.png': ['clip', 'clip'],
  // Incomplete clips. Images must be complete; audio is used as far as it can be decoded.
  'breaks-off.mp4': ['media_unreadable', 'clip'],
  'breaks-off.webm': ['media_unreadable', 'clip'],
  'no-moov.mp4': ['media_unreadable', 'media_unreadable'],
  'flipped-bytes.mp4': ['face_missing', 'clip'],
  'huge-size.mp4': ['clip', 'clip'],
  'huge-frames.webm': ['media_unreadable', 'clip'],
  'sound-only.mp4': ['media_unreadable', 'clip'],
  'zero-frames.mp4': ['media_unreadable', 'media_unreadable'],
  // Sounds.
  'cover.mp3': ['media_unreadable', 'clip'],
  'silence.wav': ['media_unreadable', 'clip'],
  'six-channels.flac': ['media_unreadable', 'clip'],
  '8-bit-8-khz.wav': ['media_unreadable', 'clip'],
  'endless.wav': ['media_unreadable', 'clip'],
  'noise.mp3': ['media_unreadable', 'media_unreadable'],
  // Neither.
  'empty.mp4': ['media_unreadable', 'media_unreadable'],
  'text.mp4': ['media_unreadable', 'media_unreadable'],
  'folder.mp4': ['media_unreadable', 'media_unreadable'],
  'playlist.mp4': ['media_unreadable', 'media_unreadable'],
  'concat.mp4': ['media_unreadable', 'media_unreadable'],
  'zeros.mp4': ['media_unreadable', 'media_unreadable'],
};

/** Expected response to each file that cannot be used. */
export function oddRefusals(column: 0 | 1, names = Object.keys(oddMediaOutcomes)): Record<string, string> {
  const outcomes = names.map((name) => [name, oddMediaOutcomes[name]![column]] as const);
  const refused = outcomes.filter(([, outcome]) => outcome !== 'clip');
  return Object.fromEntries(refused.map(([name, code]) => [name, `422 ${code}`]));
}
