const GESTURES = ['pointerup', 'keydown'] as const;

/** Button that allows the page to play audio; any other gesture in the page has the same effect. */
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
