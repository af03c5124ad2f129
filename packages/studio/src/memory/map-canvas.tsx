import type { MappedMemory } from '@anima/client';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { paintedColour } from '../parts/painted-colour.js';
import type { Legend } from './map-colours.js';
import { nearestTo, nextTowards, type Place } from './map-places.js';

interface MapCanvasProps {
  memories: readonly MappedMemory[];
  legend: Legend;
  chosen: MappedMemory | null;
  onChoose: (memory: MappedMemory | null) => void;
  onOpen: (memory: MappedMemory) => void;
}

const ARROWS: Record<string, Place> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};
/** CSS pixels: around what is drawn, of a point, and how near a pointer has to be. */
const [MARGIN, DOT, REACH] = [22, 4.5, 14];

/** The memories as points; the one under the pointer is told beside it. Arrows go from one to the next, Enter opens it. */
export function MapCanvas({ memories, legend, chosen, onChoose, onOpen }: MapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<MappedMemory | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [looks, setLooks] = useState(0);

  useEffect(() => {
    const element = canvas.current!;
    const sizes = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    sizes.observe(element);
    // Its colours are those of the theme.
    const again = () => setLooks((count) => count + 1);
    const themes = new MutationObserver(again);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', again);
    return () => {
      sizes.disconnect();
      themes.disconnect();
      system.removeEventListener('change', again);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    paint(canvas.current!, size, memories, legend, chosen, pointed);
  }, [memories, legend, chosen, pointed, size, looks]);

  function under({ nativeEvent }: PointerEvent | React.MouseEvent): MappedMemory | null {
    const { width, height } = size;
    const onScreen = memories.map((memory) => ({ memory, ...pixelOf(memory, width, height) }));
    const at = { x: nativeEvent.offsetX, y: nativeEvent.offsetY };
    return nearestTo(onScreen, at, REACH)?.memory ?? null;
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && chosen !== null) onOpen(chosen);
    const direction = ARROWS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const next = chosen === null ? memories[0] : nextTowards(memories, chosen, direction);
    if (next) onChoose(next);
  }

  const told = pointed ?? null;
  const tip = told === null ? null : pixelOf(told, size.width, size.height);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move in it.
    <div className="map" role="application" aria-label={LABEL} tabIndex={0} onKeyDown={onKey}>
      <canvas
        ref={canvas}
        className={pointed === null ? '' : 'pointed'}
        onPointerMove={(event) => setPointed(under(event))}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => onChoose(under(event))}
        onDoubleClick={(event) => {
          const memory = under(event);
          if (memory !== null) onOpen(memory);
        }}
      />
      {told !== null && tip !== null && (
        <p
          className={`tip ${tip.x > size.width / 2 ? 'to-the-left' : ''}`}
          style={{ left: tip.x, top: tip.y }}
        >
          {told.content}
        </p>
      )}
    </div>
  );
}

const LABEL = 'Map of memories. The arrow keys go from one to the next, Enter opens it';

function pixelOf({ x, y }: Place, width: number, height: number): Place {
  return {
    x: MARGIN + ((x + 1) / 2) * (width - 2 * MARGIN),
    y: MARGIN + ((1 - y) / 2) * (height - 2 * MARGIN),
  };
}

function paint(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  memories: readonly MappedMemory[],
  legend: Legend,
  chosen: MappedMemory | null,
  pointed: MappedMemory | null,
): void {
  const context = canvas.getContext('2d');
  if (context === null || width === 0) return;
  const ratio = devicePixelRatio;
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  context.scale(ratio, ratio);
  const colours = new Map(legend.kinds.map(({ colour }) => [colour, paintedColour(canvas, colour)]));
  const dot = (memory: MappedMemory, radius: number) => {
    const { x, y } = pixelOf(memory, width, height);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
  };
  context.globalAlpha = 0.78;
  // The most useful, which come first, lie on top.
  for (const memory of memories.toReversed()) {
    context.fillStyle = colours.get(legend.colourOf(memory)) ?? '';
    dot(memory, DOT);
    context.fill();
  }
  context.globalAlpha = 1;
  context.strokeStyle = paintedColour(canvas, '--ink');
  for (const [memory, ring] of [
    [pointed, 1.5],
    [chosen, 3],
  ] as const) {
    if (memory === null) continue;
    context.lineWidth = ring;
    context.fillStyle = colours.get(legend.colourOf(memory)) ?? '';
    dot(memory, DOT + 3);
    context.fill();
    context.stroke();
  }
}
