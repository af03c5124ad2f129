import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../parts/problem.js';
import { avatar } from './client.js';
import { JobResult } from './made.js';
import { useJob } from './use-job.js';

interface Scene {
  key: number;
  text: string;
  face: string;
  voice: string;
}

const SCRIPT_KEY = 'anima-script';

/** A script, scene by scene; each can be watched as soon as it is made. */
export function ScriptPage() {
  const catalog = useQuery({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => avatar.catalog.get({ signal }),
  });
  const [scenes, setScenes] = useState(readScript);
  const { job, isUnderWay, error, begin, cancel } = useJob('lipsync_batch');

  function change(next: Scene[]) {
    setScenes(next);
    localStorage.setItem(SCRIPT_KEY, JSON.stringify(next));
  }

  const changeScene = (key: number, change_: Partial<Scene>) =>
    change(scenes.map((scene) => (scene.key === key ? { ...scene, ...change_ } : scene)));

  function move(at: number, by: number) {
    const next = [...scenes];
    const [scene] = next.splice(at, 1);
    next.splice(at + by, 0, scene!);
    change(next);
  }

  const make = () =>
    begin(() =>
      avatar.batch({
        scenes: scenes.map(({ key, text, face, voice }) => ({
          id: `scene-${key}`,
          text,
          ...(face !== '' && { face }),
          ...(voice !== '' && { voice }),
        })),
      }),
    );

  const stateOf = (key: number) => job?.scenes.find(({ id }) => id === `scene-${key}`);
  return (
    <section className="stack">
      <h1>Script</h1>
      <p className="soft">
        Write scene by scene, and make all of them at once: each can be watched as soon as it is done. The
        text is kept in this browser, and the work goes on when you leave.
      </p>
      <ol className="found">
        {scenes.map((scene, at) => {
          const state = stateOf(scene.key);
          return (
            <li key={scene.key} className="card stack">
              <label>
                Scene {at + 1}
                <textarea
                  value={scene.text}
                  placeholder={at === 0 ? 'What is said first …' : 'What is said next …'}
                  onChange={(event) => changeScene(scene.key, { text: event.target.value })}
                />
              </label>
              <div className="row">
                <label className="grow">
                  Face
                  <select
                    value={scene.face}
                    onChange={(event) => changeScene(scene.key, { face: event.target.value })}
                  >
                    <option value="">the usual one</option>
                    {catalog.data?.faces.map(({ name }) => (
                      <option key={name}>{name}</option>
                    ))}
                  </select>
                </label>
                <label className="grow">
                  Voice
                  <select
                    value={scene.voice}
                    onChange={(event) => changeScene(scene.key, { voice: event.target.value })}
                  >
                    <option value="">the usual one</option>
                    {catalog.data?.voices.map(({ name }) => (
                      <option key={name}>{name}</option>
                    ))}
                  </select>
                </label>
              </div>
              <div className="row">
                <button
                  type="button"
                  className="plain small"
                  aria-label={`Up: scene ${at + 1}`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  Up
                </button>
                <button
                  type="button"
                  className="plain small"
                  aria-label={`Down: scene ${at + 1}`}
                  disabled={at === scenes.length - 1}
                  onClick={() => move(at, 1)}
                >
                  Down
                </button>
                <button
                  type="button"
                  className="danger small"
                  aria-label={`Take out scene ${at + 1}`}
                  disabled={scenes.length === 1}
                  onClick={() => change(scenes.filter(({ key }) => key !== scene.key))}
                >
                  Take out
                </button>
              </div>
              {state !== undefined && (
                <div role="status">
                  <progress max={1} value={state.progress} aria-label={`Scene ${at + 1}`} />
                  <p className="soft small">
                    {state.status} {state.error?.message}
                  </p>
                  {state.media_url !== undefined && (
                    <JobResult
                      job={{ job_id: job!.job_id, kind: 'lipsync_batch', media_url: state.media_url }}
                    />
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <Problem error={error ?? catalog.error} />
      <div className="row">
        <button type="button" className="plain" onClick={() => change([...scenes, newScene()])}>
          Another scene
        </button>
        {isUnderWay ? (
          <button type="button" className="danger" onClick={cancel}>
            Cancel
          </button>
        ) : (
          <button
            type="button"
            disabled={scenes.some(({ text }) => text.trim() === '')}
            onClick={() => void make()}
          >
            Make all of it
          </button>
        )}
      </div>
    </section>
  );
}

function newScene(): Scene {
  return { key: Math.floor(Math.random() * 1e9), text: '', face: '', voice: '' };
}

function readScript(): Scene[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SCRIPT_KEY) ?? '');
    if (Array.isArray(kept) && kept.every(isScene) && kept.length > 0) return kept;
  } catch {
    // Nothing was kept.
  }
  return [newScene()];
}

function isScene(value: unknown): value is Scene {
  const { key, text, face, voice } = Object(value) as Partial<Scene>;
  return typeof key === 'number' && [text, face, voice].every((field) => typeof field === 'string');
}
