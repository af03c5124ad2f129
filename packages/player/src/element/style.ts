/** For `adoptedStyleSheets`, which pages allow whose policy forbids inline styles. */
export const STYLE = `
:host {
  display: block;
  position: relative;
  overflow: hidden;
  aspect-ratio: 1;
  background: var(--anima-background, transparent);
  color: var(--anima-color, #fff);
  font: var(--anima-font, 500 1rem/1.4 system-ui, sans-serif);
}
:host([hidden]) { display: none; }
[hidden] { display: none !important; }
.stage, .stage canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
.over {
  position: absolute;
  inset: auto 0 0;
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: .5rem;
  padding: var(--anima-padding, 1rem);
  pointer-events: none;
}
.captions, .notice {
  margin: 0;
  max-width: 36em;
  padding: .35em .7em;
  border-radius: .5em;
  text-align: center;
  text-wrap: balance;
  background: var(--anima-caption-background, rgb(0 0 0 / .72));
}
.captions { color: var(--anima-caption-color, #c9ccd3); }
.word.lit { color: var(--anima-caption-lit, #fff); }
.notice { background: var(--anima-notice-background, rgb(60 20 20 / .86)); }
.gesture {
  pointer-events: auto;
  font: inherit;
  color: var(--anima-button-color, #fff);
  background: var(--anima-button-background, #1b2230);
  border: 1px solid rgb(255 255 255 / .5);
  border-radius: 2em;
  min-height: 2.75em;
  padding: .4em 1.3em;
  cursor: pointer;
}
.gesture:focus-visible { outline: 3px solid var(--anima-focus, #6aa6ff); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) { .word { transition: color .12s; } }
`;
