import { useMediaUrl } from './media-url.js';

interface Scene {
  id: string;
  media_url?: string;
}

/** Plays the result of a job: its media, and the clips of a script. */
export function JobResult({ job }: { job: { media_url?: string; scenes?: readonly Scene[] } }) {
  const urls = [job.media_url, ...(job.scenes ?? []).map(({ media_url }) => media_url)];
  return [...new Set(urls)].map((url) => (url === undefined ? null : <Media key={url} mediaUrl={url} />));
}

function Media({ mediaUrl }: { mediaUrl: string }) {
  const url = useMediaUrl(mediaUrl);
  if (url === undefined) return null;
  // Captions are burned into the clip or in separate files.
  return (
    <figure className="made">
      {/\/media\/audio/.test(url) ? (
        // biome-ignore lint/a11y/useMediaCaption: the user entered the spoken text.
        <audio src={url} controls />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the user entered the spoken text.
        <video src={url} controls playsInline />
      )}
      <figcaption>
        <a href={url} download>
          Download
        </a>
      </figcaption>
    </figure>
  );
}
