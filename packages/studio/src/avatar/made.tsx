import type { JobName } from '@anima/client';
import { useMediaUrl } from './media-url.js';

/** Plays what a job has made. */
export function JobResult({ job }: { job: JobName & { media_url?: string } }) {
  const url = useMediaUrl(job.media_url);
  if (url === undefined) return null;
  // Words and captions stand in the clip, or beside it in files of their own.
  return (
    <figure className="made">
      {/\/media\/audio/.test(url) ? (
        // biome-ignore lint/a11y/useMediaCaption: the text that was spoken is what it was made from.
        <audio src={url} controls />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the text that was spoken is what it was made from.
        <video src={url} controls playsInline />
      )}
      <figcaption>
        <a href={url} download>
          Keep the file
        </a>
      </figcaption>
    </figure>
  );
}
