export interface Chapter {
  title: string;
  /** Seconds. */
  start: number;
  end: number;
}

/** The chapters of a film as ffmpeg reads them. Format: https://ffmpeg.org/ffmpeg-formats.html#Metadata-1 */
export function chapterFile(chapters: readonly Chapter[]): string {
  const blocks = chapters.map(
    ({ title, start, end }) =>
      `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${Math.round(start * 1000)}\nEND=${Math.round(end * 1000)}\ntitle=${escaped(title)}\n`,
  );
  return [';FFMETADATA1\n', ...blocks].join('');
}

/**
 * A title may be anything: what has a meaning in the file is told apart by a backslash. A backslash at the end of a line joins it to the
 * next one, in some versions even where it is told apart.
 */
function escaped(title: string): string {
  return title
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\\$/, '\\ ')
    .replace(/[=;#\\]/g, '\\$&');
}
