import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.js';

interface SureButtonProps {
  /** Label of the button and of its confirmation. */
  name: string;
  /** Name of the affected object, for screen readers. */
  of: string;
  /** Description of the effect. */
  children: ReactNode;
  disabled?: boolean;
  onSure: () => void;
}

/** A button with a confirmation, for actions that cannot be undone. */
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
