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

const FACE_KEY = 'anima-render-face';

/** Renders a clip of a talking face, also if the user leaves the page. */
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
  // While a clip renders, its own face is shown, also after a reload or another choice.
  const faceName = isUnderWay ? (sessionStorage.getItem(FACE_KEY) ?? face) : face;
  const shownFace = catalog.data?.faces.find((each) =>
    faceName === '' ? each.default : each.name === faceName,
  );

  function make(event: FormEvent) {
    event.preventDefault();
    sessionStorage.setItem(FACE_KEY, face);
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
      <h1>Render a clip</h1>
      <div className="speak">
        <form className="stack" onSubmit={make}>
          <label>
            Text
            <textarea required value={text} onChange={(event) => setText(event.target.value)} />
          </label>
          <div className="row">
            <label className="grow">
              Face
              <select value={face} onChange={(event) => setFace(event.target.value)}>
                <option value="">Default</option>
                {catalog.data?.faces.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
            <label className="grow">
              Voice
              <select value={voice} onChange={(event) => setVoice(event.target.value)}>
                <option value="">Default</option>
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
                <option value="none">None</option>
                <option value="beside">Separate files</option>
                <option value="burnt">Burned in</option>
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
              Enhance face
            </label>
          </div>
          <div className="row">
            <button type="submit" disabled={isUnderWay}>
              Render clip
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
                <progress max={1} value={job?.progress ?? 0} aria-label="Progress of the clip" />
                <p className="soft small">
                  {job === null || job.status === 'queued' ? 'Queued' : job.stage}. Rendering continues if you
                  leave this page.
                </p>
              </>
            )}
          </div>
          {made !== null && (
            <p className="soft small">
              {made.result.duration.toFixed(1)} s, {made.result.width} by {made.result.height},{' '}
              {made.result.engine}, {made.result.realtime_factor.toFixed(1)} x real time.{' '}
              {made.result.notes.join(' ')}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** The face of the clip, until the clip is rendered. */
function FaceOf({ url, isDimmed }: { url: string; isDimmed: boolean }) {
  return <img className="live-face" src={useMediaUrl(url)} alt="" style={{ opacity: isDimmed ? 0.6 : 1 }} />;
}
