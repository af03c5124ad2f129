/** The element of the page with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`Expected an element #${id}`);
  return element as T;
}

export function made<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { className = '', text = '' }: { className?: string; text?: string } = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
