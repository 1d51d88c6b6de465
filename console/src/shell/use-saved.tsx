import { useRef, useState, type ReactNode } from 'react';

interface Saved {
  /** For each change of a field. */
  readonly edited: () => void;
  /** For the moment in which the fields are sent. */
  readonly sent: () => void;
  readonly done: () => void;
  /** Beside the button: says "Saved", and screen readers say it when they have finished their sentence. */
  readonly note: ReactNode;
}

/** "Saved" is true for as long as the fields are those that were sent: it vanishes with the next edit, and does not come after one. */
export function useSaved(className?: string): Saved {
  const [isSaved, setIsSaved] = useState(false);
  const edits = useRef({ all: 0, sent: 0 });
  return {
    edited: () => {
      edits.current.all += 1;
      setIsSaved(false);
    },
    sent: () => {
      edits.current.sent = edits.current.all;
      setIsSaved(false);
    },
    done: () => setIsSaved(edits.current.sent === edits.current.all),
    note: (
      <span role="status" className={className}>
        {isSaved && 'Saved'}
      </span>
    ),
  };
}
