import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A modal dialog with the focus on its first field. Escape and a click beside it close it; after a person has typed, Escape asks first and a
 * click has no effect.
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
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the element itself.
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onInput={() => {
        hasInput.current = true;
      }}
      onCancel={(event) => {
        if (hasInput.current && !confirm('Discard what you typed?')) event.preventDefault();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !hasInput.current) onClose();
      }}
    >
      {isOpen && (
        <div className="dialog">
          <header>
            <h2>{title}</h2>
            <button type="button" className="quiet" onClick={onClose}>
              Close
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
