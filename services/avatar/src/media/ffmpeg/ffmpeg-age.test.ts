import { expect, it } from 'vitest';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { ageWarning, locateFfmpeg } from './find-ffmpeg.js';

const versionLine = (version: string, years: string) =>
  `ffmpeg version ${version} Copyright (c) ${years} the FFmpeg developers`;

it.each([
  ['5.1.9-0+deb12u1', '2000-2026'],
  ['5.1', '2000-2022'],
  ['n7.1.1', '2000-2025'],
  ['8.0', '2000-2025'],
  ['12.0.1', '2000-2030'],
  ['N-118448-g43be8d0728', '2000-2025'],
])('%s is taken as it is', (version, years) => {
  expect(ageWarning({ path: 'ffmpeg', words: versionLine(version, years) })).toBeNull();
});

it.each([
  ['5.0.3', '2000-2023'],
  ['4.4.2-0ubuntu0.22.04.1', '2000-2021'],
  ['n4.1', '2000-2018'],
  ['N-47683-g0e8eb07980-static', '2000-2018'],
])('%s is too old', (version, years) => {
  const warning = ageWarning({ path: '/opt/ffmpeg', words: versionLine(version, years) });
  expect(warning).toContain(`/opt/ffmpeg is ffmpeg ${version}`);
  expect(warning).not.toContain('\n');
});

it('warns about the ffmpeg of the npm package', async () => {
  const packaged = (await ffmpegBuilds()).find(({ name }) => name === 'npm')!;
  const found = await locateFfmpeg(packaged.ffmpeg);
  expect(ageWarning(found!)).toMatch(/of 2018.*install 5\.1 or later/);
});
