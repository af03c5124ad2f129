const GESTURES = ['pointerup', 'keydown'] as const;

/** The button that lets a page be heard; any other gesture in the page does, too. */
export interface GestureButton {
  readonly element: HTMLButtonElement;
  want(isWanted: boolean): void;
}

export function createGestureButton(resume: () => void): GestureButton {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'gesture';
  element.setAttribute('part', 'gesture');
  element.textContent = 'Play sound';
  element.hidden = true;
  element.addEventListener('click', resume);
  return {
    element,
    want(isWanted) {
      element.hidden = !isWanted;
      for (const gesture of GESTURES) {
        if (isWanted) document.addEventListener(gesture, resume);
        else document.removeEventListener(gesture, resume);
      }
    },
  };
}
