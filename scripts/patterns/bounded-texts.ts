/** Patterns with superlinear time on short texts. They are measured at the length in this table instead of at 64 KiB. */
export interface BoundedText {
  /** A file, or a prefix of files. */
  readonly where: string;
  /** One pattern of the file; absent: all patterns. */
  readonly source?: string;
  /** Maximum length in characters. */
  readonly longest: number;
  /** The reason why no text is longer. */
  readonly because: string;
}

export const boundedTexts: readonly BoundedText[] = [
  {
    where: 'packages/speech/src/languages/en/reading/',
    longest: 1_000,
    because: 'a sentence is cut after 1,000 characters (sentence-ranges.ts)',
  },
  {
    where: 'services/memory/src/import/formats.ts',
    longest: 4_096,
    because: 'the path of a file that is there: systems know none that is longer',
  },
  {
    where: 'services/memory/src/audit/files/config-folder.ts',
    longest: 1_536,
    because: 'a path of at most five names below the folder, of 255 bytes each',
  },
];

/** Patterns that functions create from their arguments, in their final form. */
export const madeByCalls: readonly {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}[] = [
  { file: 'packages/service/src/http/route-table.ts', source: '^/api/v1/projects/[^/]+/context$', flags: '' },
  {
    file: 'services/avatar/src/backup/backup-routes.ts',
    source: '^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}$',
    flags: '',
  },
];
