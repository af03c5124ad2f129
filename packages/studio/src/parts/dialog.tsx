import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A modal dialog with the focus on its first field. The button Close, Escape and a click outside close it. After the user has
 * typed, the button and Escape ask for confirmation, and a click outside has no effect.
 */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const hasInput = useRef(false);
  useEffect(() => {
    hasInput.current = false;
    if (!isOpen) dialog.current?.close();
    else {
      dialog.current?.showModal();
      dialog.current?.querySelector<HTMLElement>('textarea, input, select')?.focus();
    }
  }, [isOpen]);
  const mayClose = () => !hasInput.current || confirm('Discard your input?');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the element itself handles Escape.
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onInput={() => {
        hasInput.current = true;
      }}
      onCancel={(event) => {
        if (!mayClose()) event.preventDefault();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !hasInput.current) onClose();
      }}
    >
      {isOpen && (
        <div className="dialog">
          <header>
            <h2>{title}</h2>
            <button type="button" className="quiet" onClick={() => mayClose() && onClose()}>
              Close
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
