import { fileURLToPath } from 'node:url';
import { loadSharp } from '@anima/face';

/**
 * Font that ships with the service, so that captions do not depend on installed fonts. Its origin is
 * documented next to it.
 */
const FONT_FILE = fileURLToPath(new URL('../../../fonts/DejaVuSansCondensed-Bold.ttf', import.meta.url));
const FONT = 'DejaVu Sans Bold Condensed';
/** Outline width relative to the font size. */
const OUTLINE = 0.09;

/** Letters and the dark rim around them, both as coverage from 0 to 255. */
export interface CaptionPicture {
  width: number;
  height: number;
  letters: Uint8Array;
  rim: Uint8Array;
}

/** Draws lines of any text, centred, in letters of `size` pixels. */
export async function drawCaption(lines: readonly string[], size: number): Promise<CaptionPicture> {
  const { data, info } = await drawText(lines, size);
  const radius = Math.max(1.5, size * OUTLINE);
  const margin = Math.ceil(radius);
  const letters = framed(data, info, margin);
  return { ...letters, rim: widened(letters, radius) };
}

async function drawText(lines: readonly string[], size: number) {
  const text = lines.map(escaped).join('\n');
  const font = `${FONT} ${size}px`;
  const sharp = await loadSharp();
  try {
    return await sharp({ text: { text, font, fontfile: FONT_FILE, align: 'centre', dpi: 72 } })
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    // The text has only spaces and marks without width.
    if (/no text to render/.test(String(error)))
      return { data: Buffer.alloc(0), info: { width: 0, height: 0 } };
    throw error;
  }
}

/** Pango reads markup, and refuses control characters and halves of characters. */
function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

function framed(
  data: Uint8Array,
  { width, height }: { width: number; height: number },
  margin: number,
): Omit<CaptionPicture, 'rim'> {
  // Even, so that chroma needs no half pixels.
  const outer = { width: width + 2 * margin + (width % 2), height: height + 2 * margin + (height % 2) };
  const letters = new Uint8Array(outer.width * outer.height);
  for (let row = 0; row < height; row++)
    letters.set(data.subarray(row * width, (row + 1) * width), (row + margin) * outer.width + margin);
  return { ...outer, letters };
}

/** The brightest within a disc around each pixel. */
function widened({ width, height, letters }: Omit<CaptionPicture, 'rim'>, radius: number): Uint8Array {
  const rim = new Uint8Array(letters.length);
  const reach = Math.ceil(radius);
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      // The edge of the disc is soft, a pixel wide.
      const weight = Math.min(1, radius + 0.5 - Math.hypot(dx, dy));
      if (weight <= 0) continue;
      for (let row = Math.max(0, -dy); row < Math.min(height, height - dy); row++) {
        const from = (row + dy) * width + dx;
        for (let column = Math.max(0, -dx); column < Math.min(width, width - dx); column++) {
          const value = letters[from + column]! * weight;
          if (value > rim[row * width + column]!) rim[row * width + column] = value;
        }
      }
    }
  }
  return rim;
}
