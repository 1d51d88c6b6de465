import { useEffect, useState, type ReactNode } from 'react';
import { SearchField } from './text-field.js';

const pauseMs = 250;

interface TextFilterProps {
  readonly label: string;
  readonly placeholder: string;
  /** The text that counts now. */
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Asks for a text when the typing pauses: what is typed is not changed under the cursor, and input methods are not interrupted. */
export function TextFilter({ label, placeholder, text, onChange }: TextFilterProps): ReactNode {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
    // The text that was asked for arrives while more is typed.
    if (known.trim() === typed.trim()) setTyped(text);
  }
  useEffect(() => {
    if (typed.trim() === text.trim()) return undefined;
    const timer = setTimeout(() => onChange(typed), pauseMs);
    return () => clearTimeout(timer);
  });
  return <SearchField label={label} placeholder={placeholder} value={typed} onChange={setTyped} />;
}
