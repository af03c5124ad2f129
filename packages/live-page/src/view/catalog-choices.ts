import { EXPRESSIONS } from '@anima/face/expressions';
import type { CatalogChoices } from '../access/service-access.js';
import type { AvatarElement } from '../speech/avatar-voice.js';
import { byId } from './element.js';

/** Offers voice, face, expression, speed and mute, which set attributes of the element. */
export function offerChoices(avatar: AvatarElement, { voices, faces, defaults }: CatalogChoices): void {
  const voice = byId<HTMLSelectElement>('voice');
  const face = byId<HTMLSelectElement>('face-name');
  fill(
    voice,
    voices.map(({ name, language }) => ({ name, label: `${name} · ${language}` })),
    defaults.voice,
  );
  fill(
    face,
    faces.map(({ name }) => ({ name, label: name })),
    defaults.face,
  );
  for (const [name, choice] of [
    ['voice', voice],
    ['face', face],
  ] as const) {
    if (choice.value !== '') avatar.setAttribute(name, choice.value);
    choice.addEventListener('change', () => avatar.setAttribute(name, choice.value));
  }

  const expression = byId<HTMLSelectElement>('expression');
  fill(
    expression,
    EXPRESSIONS.map((name) => ({ name, label: name })),
    EXPRESSIONS[0],
  );
  expression.addEventListener('change', () => avatar.setAttribute('expression', expression.value));

  const speed = byId<HTMLInputElement>('speed');
  const shown = byId<HTMLOutputElement>('speed-shown');
  speed.addEventListener('input', () => {
    shown.value = `${Number(speed.value).toFixed(2).replace(/0$/, '')}×`;
  });
  speed.addEventListener('change', () => avatar.setAttribute('speed', speed.value));

  const mute = byId('mute');
  mute.addEventListener('click', () => {
    const isMuted = avatar.toggleAttribute('muted');
    mute.setAttribute('aria-pressed', String(isMuted));
    mute.textContent = isMuted ? 'Unmute' : 'Mute';
  });
}

function fill(
  select: HTMLSelectElement,
  choices: { name: string; label: string }[],
  chosen: string | null,
): void {
  select.replaceChildren(...choices.map(({ name, label }) => new Option(label, name)));
  if (chosen !== null) select.value = chosen;
  select.disabled = choices.length === 0;
}
