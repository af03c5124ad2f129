/** Returns a colour of tokens.css, such as `--ink`, in the theme of this element, for a canvas. */
export function paintedColour(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  return getComputedStyle(element).color;
}
