import type { FinishedJob } from '@anima/client';
import type { ExpressionName } from '@anima/face/expressions';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { avatar } from './client.js';
import { ExpressionChoice } from './expression-choice.js';
import { JobResult } from './made.js';
import { useMediaUrl } from './media-url.js';
import { useJob } from './use-job.js';

/** A clip of a face that says a text: made while one watches, or does something else. */
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
  const [expression, setExpression] = useState<ExpressionName>('neutral');
  const [width, setWidth] = useState(512);
  const { job, isUnderWay, error, begin, cancel } = useJob('lipsync');
  const made = job?.status === 'succeeded' ? (job as FinishedJob<'lipsync'>) : null;
  const shownFace = catalog.data?.faces.find((each) => (face === '' ? each.default : each.name === face));

  function make(event: FormEvent) {
    event.preventDefault();
    void begin(() =>
      avatar.lipsync({
        text,
        ...(face !== '' && { face }),
        ...(voice !== '' && { voice }),
        options: { width, captions, enhance, expression },
      }),
    );
  }

  return (
    <section className="stack">
      <h1>Make a clip</h1>
      <div className="speak">
        <form className="stack" onSubmit={make}>
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
            <ExpressionChoice value={expression} onChange={setExpression} />
            <label className="grow">
              Captions
              <select
                value={captions}
                onChange={(event) => setCaptions(event.target.value as typeof captions)}
              >
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
              <input
                type="checkbox"
                checked={enhance}
                onChange={(event) => setEnhance(event.target.checked)}
              />
              make the face clearer
            </label>
          </div>
          <div className="row">
            <button type="submit" disabled={isUnderWay}>
              Make the clip
            </button>
            {isUnderWay && (
              <button type="button" className="danger" onClick={cancel}>
                Cancel
              </button>
            )}
          </div>
          <Problem error={error ?? catalog.error} />
        </form>
        <div className="stack">
          {made !== null ? (
            <JobResult job={made} />
          ) : (
            shownFace !== undefined && <FaceOf url={shownFace.thumbnail_url} isDimmed={isUnderWay} />
          )}
          <div role="status">
            {isUnderWay && (
              <>
                <progress max={1} value={job?.progress ?? 0} aria-label="How much of the clip is done" />
                <p className="soft small">
                  {job === null || job.status === 'queued' ? 'It waits for its turn' : job.stage}. It goes on
                  when you leave this page.
                </p>
              </>
            )}
          </div>
          {made !== null && (
            <p className="soft small">
              {made.result.duration.toFixed(1)} s, {made.result.width} by {made.result.height},{' '}
              {made.result.engine}, {made.result.realtime_factor.toFixed(1)} times as fast as it plays.{' '}
              {made.result.notes.join(' ')}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** Who will speak, as long as there is nothing to watch. */
function FaceOf({ url, isDimmed }: { url: string; isDimmed: boolean }) {
  return <img className="live-face" src={useMediaUrl(url)} alt="" style={{ opacity: isDimmed ? 0.6 : 1 }} />;
}
