import { describe, expect, it } from 'vitest';
import { describeUnread, formatOf, hasMediaExtension } from './media-format.js';

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
    ['\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf', 'avif'],
    ['\0\0\0\x18ftypavis\0\0\0\0avis', 'avif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0miafavif....', 'avif'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', null],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', null],
  ])('%j is %s', (start, format) => {
    expect(formatOf(Buffer.from(start, 'latin1'))).toBe(format);
  });

  it.each([
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', /a HEIC picture .*: save it as JPEG, PNG, WebP or AVIF$/],
    ['\0\0\0\x18ftypheix\0\0\0\0mif1heix', /HEIC/],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', /HEIC/],
    ['II*\0\x08\0\0\0', /a TIFF picture/],
    ['BM\x46\0\0\0\0\0\0\0', /a BMP picture/],
    ['\0\0\0\x0cJXL \r\n\x87\n', /a JPEG XL picture/],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', /an SVG drawing/],
    ['%PDF-1.7', /a PDF file/],
    ['RIFF\x10\0\0\0AVI LIST', /an AVI clip.*: convert it to mp4$/],
    ['PK\x03\x04', /a ZIP archive.*: export it as GLB$/],
    ['{"asset":{"version":"2.0"}}', /glTF as text/],
  ])('%j is told by its name, with what to do', (start, words) => {
    expect(describeUnread(Buffer.from(start, 'latin1'))).toMatch(words);
  });

  it.each(['', 'hello', '#EXTM3U'])('%j is nothing that has a name', (start) => {
    expect(describeUnread(Buffer.from(start, 'latin1'))).toBeNull();
  });

  it.each([
    ['a.mp4', true],
    ['A.JPEG', true],
    ['a.m4v', true],
    ['a.txt', false],
    ['mp4', true],
    ['a.constructor', false],
    ['a.mp4.part', false],
    ['a.avif', true],
    ['IMG_0001.HEIC', true],
  ])('%s may be one: %s', (fileName, may) => {
    expect(hasMediaExtension(fileName)).toBe(may);
  });
});
