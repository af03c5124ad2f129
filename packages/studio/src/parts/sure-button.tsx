import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.js';

interface SureButtonProps {
  /** What the button says, and the one that means it. */
  name: string;
  /** What it is done to, for those who do not see where the button stands. */
  of: string;
  /** What is gone afterwards. */
  children: ReactNode;
  disabled?: boolean;
  onSure: () => void;
}

/** A button for what cannot be undone: it asks once. */
export function ConfirmButton({ name, of, children, disabled, onSure }: SureButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="danger small"
        aria-label={`${name} ${of}`}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {name}
      </button>
      <Dialog title={`${name} ${of}?`} isOpen={isAsking} onClose={() => setAsking(false)}>
        <div className="stack">
          <p>{children}</p>
          <button
            type="button"
            className="danger"
            onClick={() => {
              setAsking(false);
              onSure();
            }}
          >
            {name}
          </button>
        </div>
      </Dialog>
    </>
  );
}
