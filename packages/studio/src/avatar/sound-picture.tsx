import type { AvatarElement } from '@anima/player';
import { useEffect, useRef } from 'react';
import { paintedColour } from '../parts/painted-colour.js';
import { createSoundTrace, LANES, type SoundTrace } from './sound-trace.js';

/** Height of the waveform and of a lane in CSS pixels. */
const [WAVE, LANE] = [72, 15];
const HEIGHT = WAVE + LANES.length * LANE;

/** The waveform of the last seconds, and below it the shapes of the mouth. */
export function SoundPicture({ avatar }: { avatar: AvatarElement | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const trace = createSoundTrace();
    let frame = requestAnimationFrame(function draw() {
      if (avatar?.player) trace.take(avatar.player, performance.now() / 1000);
      if (canvas.current !== null) paint(canvas.current, trace);
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [avatar]);
  return (
    <figure className="sound-picture">
      <canvas ref={canvas} role="img" aria-label="Waveform and mouth shapes of the played audio" />
      <figcaption aria-hidden="true">
        <span>voice</span>
        {LANES.map(([label]) => (
          <span key={label}>{label}</span>
        ))}
      </figcaption>
    </figure>
  );
}

function paint(canvas: HTMLCanvasElement, { levels, lanes }: SoundTrace): void {
  const context = canvas.getContext('2d');
  const width = canvas.clientWidth;
  if (context === null || width === 0) return;
  const ratio = devicePixelRatio;
  // Setting the size clears the canvas.
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(HEIGHT * ratio);
  context.scale(ratio, ratio);
  const step = width / levels.length;
  context.fillStyle = paintedColour(canvas, '--line');
  context.fillRect(0, WAVE / 2 - 0.5, width, 1);
  for (const at of lanes.keys()) context.fillRect(0, WAVE + (at + 1) * LANE - 1, width, 1);
  context.fillStyle = paintedColour(canvas, '--accent');
  for (const [at, level] of levels.entries()) {
    const half = Math.min(1, level) * (WAVE / 2 - 4);
    context.fillRect(at * step, WAVE / 2 - half, step * 0.7, half * 2);
  }
  for (const [row, lane] of lanes.entries())
    for (const [at, value] of lane.entries()) {
      const tall = Math.min(1, Math.max(0, value)) * (LANE - 3);
      context.fillRect(at * step, WAVE + (row + 1) * LANE - 1 - tall, step + 0.5, tall);
    }
}
