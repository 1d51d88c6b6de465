import { useEffect, useEffectEvent, useState } from 'react';

interface Typing {
  readonly text: string;
  readonly isWaiting: boolean;
  /** What was stored when it was typed. */
  readonly before: string;
}

export interface Typed {
  /** What the field shows. */
  readonly text: string;
  readonly type: (text: string) => void;
  /** Stores what was typed at once: when the field is left. */
  readonly settle: () => void;
}

/** A pause in typing after which an edit is made. */
const pauseMs = 250;

/**
 * Keeps what is being typed apart from the draft: each pause makes one edit, and edits by other users do not change a text under the cursor
 * that is not stored yet. `normal` is the form in which a text comes back from the draft.
 */
export function useTyped(stored: string, store: (text: string) => void, normal: (text: string) => string = (text) => text): Typed {
  const [typing, setTyping] = useState<Typing>();
  const send = useEffectEvent((): void => {
    if (typing?.isWaiting !== true) return;
    setTyping({ ...typing, isWaiting: false });
    if (normal(typing.text) !== stored) store(typing.text);
  });
  useEffect(() => {
    if (typing?.isWaiting !== true) return undefined;
    const timer = setTimeout(send, pauseMs);
    return () => clearTimeout(timer);
  }, [typing]);
  useEffect(() => () => send(), []);
  const isCurrent = typing !== undefined && (typing.isWaiting || normal(typing.text) === stored || typing.before === stored);
  return {
    text: isCurrent ? typing.text : stored,
    type: (text) => setTyping({ text, isWaiting: true, before: stored }),
    settle: () => {
      if (typing?.isWaiting !== true) return setTyping(undefined);
      setTyping({ ...typing, isWaiting: false });
      if (normal(typing.text) !== stored) store(typing.text);
    },
  };
}
