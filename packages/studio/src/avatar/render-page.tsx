import { type FinishedJob, type Job, JobFailedError } from '@anima/client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { avatar } from './client.js';
import { Made } from './made.js';

/** A clip of a face that says a text: made while one watches. */
export function RenderPage() {
  const catalog = useQuery({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => avatar.catalog.get({ signal }),
  });
  const [text, setText] = useState('Hello, I am here. Shall we begin?');
  const [face, setFace] = useState('');
  const [voice, setVoice] = useState('');
  const [captions, setCaptions] = useState<'none' | 'beside' | 'burnt'>('none');
  const [enhance, setEnhance] = useState(false);
  const [width, setWidth] = useState(512);
  const [job, setJob] = useState<Job<'lipsync'> | null>(null);
  const [made, setMade] = useState<FinishedJob<'lipsync'> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const cancelling = useRef<AbortController | null>(null);

  async function make(event: FormEvent) {
    event.preventDefault();
    const leaving = new AbortController();
    cancelling.current = leaving;
    setError(null);
    setMade(null);
    try {
      const accepted = await avatar.lipsync({
        text,
        ...(face !== '' && { face }),
        ...(voice !== '' && { voice }),
        options: { width, captions, enhance },
      });
      setMade(
        await avatar.waitFor(accepted, { onProgress: setJob, signal: leaving.signal, cancelOnAbort: true }),
      );
    } catch (broken) {
      if (!(broken instanceof JobFailedError && broken.code === 'job_cancelled') && !leaving.signal.aborted)
        setError(broken);
    } finally {
      setJob(null);
      cancelling.current = null;
    }
  }

  return (
    <section className="stack">
      <h1>Make a clip</h1>
      <form className="stack" onSubmit={(event) => void make(event)}>
        <label>
          What is said
          <textarea required value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <div className="row">
          <label className="grow">
            Face
            <select value={face} onChange={(event) => setFace(event.target.value)}>
              <option value="">the usual one</option>
              {catalog.data?.faces.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label className="grow">
            Voice
            <select value={voice} onChange={(event) => setVoice(event.target.value)}>
              <option value="">the usual one</option>
              {catalog.data?.voices.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label className="grow">
            Captions
            <select value={captions} onChange={(event) => setCaptions(event.target.value as typeof captions)}>
              <option value="none">none</option>
              <option value="beside">in files beside it</option>
              <option value="burnt">in the picture</option>
            </select>
          </label>
          <label className="grow">
            Width
            <select value={width} onChange={(event) => setWidth(Number(event.target.value))}>
              {[256, 512, 720, 1024].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <label className="inline">
            <input type="checkbox" checked={enhance} onChange={(event) => setEnhance(event.target.checked)} />
            make the face clearer
          </label>
        </div>
        <div className="row">
          <button type="submit" disabled={job !== null}>
            Make it
          </button>
          {job !== null && (
            <button type="button" className="danger" onClick={() => cancelling.current?.abort()}>
              Cancel
            </button>
          )}
        </div>
      </form>
      <Problem error={error ?? catalog.error} />
      {job !== null && (
        <div role="status">
          <progress max={1} value={job.progress} aria-label="How much of the clip is done" />
          <p className="soft small">{job.status === 'queued' ? 'It waits for its turn' : job.stage}</p>
        </div>
      )}
      {made !== null && (
        <>
          <Made job={made} />
          <p className="soft small">
            {made.result.duration.toFixed(1)} s, {made.result.width} by {made.result.height},{' '}
            {made.result.engine}, {made.result.realtime_factor.toFixed(1)} times as fast as it plays.{' '}
            {made.result.notes.join(' ')}
          </p>
        </>
      )}
    </section>
  );
}
