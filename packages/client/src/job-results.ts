/** Results of jobs by kind; the OpenAPI document does not describe them. */

export interface JobResults {
  tts: SpeechResult;
  lipsync: ClipResult;
  lipsync_batch: BatchResult;
  enhance: EnhanceResult;
}
export type JobKind = keyof JobResults;

export interface SpokenWord {
  word: string;
  /** Seconds of the file. */
  start: number;
  end: number;
  /** UTF-16 units of the text. */
  char_start: number;
  char_end: number;
}

/** Paths on the machine of the service. */
export interface SubtitlePaths {
  srt_path: string;
  vtt_path: string;
}

export interface SpeechResult {
  duration_seconds: number;
  sample_rate: number;
  format: string;
  voice: string;
  words: SpokenWord[];
  phonemes: { phoneme: string; start: number; end: number }[];
  visemes: { viseme: string; start: number; end: number }[];
  subtitles: SubtitlePaths;
}

export interface ClipResult {
  /** Seconds. */
  duration: number;
  fps: number;
  frames: number;
  width: number;
  height: number;
  engine: string;
  /** Seconds of the clip for each second of work. */
  realtime_factor: number;
  face_track: { frames: number; frames_with_face: number; cached: boolean } | null;
  words: SpokenWord[];
  subtitles: SubtitlePaths | null;
  /** Deviations from the request. */
  notes: string[];
}

export interface BatchResult {
  scenes: {
    id: string;
    index: number;
    status: string;
    progress: number;
    output_path?: string;
    media_url?: string;
    duration?: number;
    result?: Omit<ClipResult, 'words'>;
    error?: { code: string; message: string };
  }[];
  failed_scenes: number;
  /** A film of all scenes, if one was requested. */
  film: { duration: number; scenes: string[] } | null;
}

export interface EnhanceResult {
  kind: 'picture' | 'clip';
  width: number;
  height: number;
  /** Seconds of a clip; null for an image. */
  duration: number | null;
  fps: number | null;
  frames: number;
  frames_with_face: number;
  model: string;
  strength: number;
  upscale: number;
  realtime_factor: number | null;
  notes: string[];
}
