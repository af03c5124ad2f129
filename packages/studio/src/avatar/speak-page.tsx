import type { ExpressionName } from '@anima/face/expressions';
import type { AvatarElement } from '@anima/player';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { avatar } from './client.js';
import { ExpressionChoice } from './expression-choice.js';
import { HeardText } from './heard-text.js';
import { LiveFace } from './live-face.js';
import { SoundPicture } from './sound-picture.js';

/** A face that says what one writes, at once. */
export function SpeakPage() {
  const catalog = useQuery({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => avatar.catalog.get({ signal }),
  });
  const [element, setElement] = useState<AvatarElement | null>(null);
  const [text, setText] = useState('Hello, I am here. Shall we begin?');
  const [chosenFace, setFace] = useState<string | null>(null);
  const [chosenVoice, setVoice] = useState<string | null>(null);
  const face = chosenFace ?? catalog.data?.defaults.face ?? '';
  const voice = chosenVoice ?? catalog.data?.defaults.voice ?? '';
  const [speed, setSpeed] = useState(1);
  const [expression, setExpression] = useState<ExpressionName>('neutral');
  const [said, setSaid] = useState('');
  const [speaking, setSpeaking] = useState(0);
  const [startedMs, setStartedMs] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function speak(event?: FormEvent) {
    event?.preventDefault();
    if (element === null || text.trim() === '') return;
    setError(null);
    setSpeaking((count) => count + 1);
    try {
      // One thing at a time: what is said now gives way.
      if (speaking > 0) await element.interrupt();
      setSaid(text);
      setStartedMs(null);
      const askedAt = performance.now();
      element.addEventListener('started', () => setStartedMs(performance.now() - askedAt), { once: true });
      await element.say(text);
    } catch (broken) {
      setError(broken);
    } finally {
      setSpeaking((count) => count - 1);
    }
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void speak(event);
    if (event.key === 'Escape' && speaking > 0) void element?.interrupt();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole page, beside its buttons.
    <section className="stack" onKeyDown={onKey}>
      <h1>Speak</h1>
      <div className="speak">
        <form className="stack" onSubmit={(event) => void speak(event)}>
          <label>
            What is said
            <textarea
              required
              maxLength={MAX_CHARACTERS}
              value={text}
              onChange={(event) => setText(event.target.value)}
              // Sound and session are ready before the first word is wanted.
              onFocus={() => void element?.warm().catch(() => {})}
            />
          </label>
          <div className="row">
            <label className="grow">
              Face
              <select value={face} onChange={(event) => setFace(event.target.value)}>
                {catalog.data?.faces.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
            <label className="grow">
              Voice
              <select value={voice} onChange={(event) => setVoice(event.target.value)}>
                {catalog.data?.voices.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
            <ExpressionChoice value={expression} onChange={setExpression} />
            <label className="grow">
              Speed, {speed.toFixed(2)}
              <input
                type="range"
                min={0.5}
                max={2}
                step={0.05}
                value={speed}
                onChange={(event) => setSpeed(event.target.valueAsNumber)}
              />
            </label>
          </div>
          <div className="row">
            <button type="submit" disabled={element === null}>
              Speak <kbd>Ctrl Enter</kbd>
            </button>
            <button
              type="button"
              className="plain"
              disabled={speaking === 0}
              onClick={() => void element?.interrupt()}
            >
              Stop <kbd>Esc</kbd>
            </button>
            <span className="soft small" role="status">
              {speaking > 0 && startedMs === null && 'On its way …'}
              {startedMs !== null && `Heard after ${(startedMs / 1000).toFixed(2)} s`}
            </span>
          </div>
          <Problem error={error ?? catalog.error} />
          <HeardText avatar={element} text={said} />
        </form>
        <LiveFace {...{ face, voice, speed, expression }} onElement={setElement} />
        <SoundPicture avatar={element} />
      </div>
    </section>
  );
}

/** As the service takes at once. */
const MAX_CHARACTERS = 20_000;
