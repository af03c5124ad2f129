/** Voices that one process speaks with, and the files they are made of. The files of each voice by its name. */
export type VoiceFamily =
  | { kind: 'hibari' }
  /** One network for all, and a file of styles for each. */
  | { kind: 'kokoro'; modelFile: string; styleFiles: Readonly<Record<string, string>> }
  /** A network for each. */
  | { kind: 'piper'; modelFiles: Readonly<Record<string, string>> };
