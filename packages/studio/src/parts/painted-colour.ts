/** A colour of tokens.css (`--ink`) as a canvas takes it: that of the theme in which this element is shown. */
export function paintedColour(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  return getComputedStyle(element).color;
}
