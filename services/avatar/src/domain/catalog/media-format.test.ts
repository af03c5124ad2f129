import { describe, expect, it } from 'vitest';
import { formatOf, hasMediaExtension } from './media-format.js';

describe('the format of a file', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpg'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['RIFF\x10\0\0\0WAVEfmt ', null],
    ['GIF89a', 'gif'],
    ['glTF\x02\0\0\0', 'glb'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'webm'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska', 'mkv'],
    ['\0\0\0\x20ftypisom', 'mp4'],
    ['\0\0\0\x14ftypqt  ', 'mov'],
    ['\0\0\0\x08wide\0\0\x10\0mdat', 'mov'],
    ['', null],
    ['hello', null],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
    ['#EXTM3U', null],
    ['%PDF-1.7', null],
  ])('%j is %s', (start, format) => {
    expect(formatOf(Buffer.from(start, 'latin1'))).toBe(format);
  });

  it.each([
    ['a.mp4', true],
    ['A.JPEG', true],
    ['a.m4v', true],
    ['a.txt', false],
    ['mp4', true],
    ['a.constructor', false],
    ['a.mp4.part', false],
  ])('%s may be one: %s', (fileName, may) => {
    expect(hasMediaExtension(fileName)).toBe(may);
  });
});
