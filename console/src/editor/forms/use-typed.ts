import { createContext, use, useEffect, useEffectEvent, useState } from 'react';

interface Typing {
  readonly text: string;
  readonly isWaiting: boolean;
  /** Whether the draft has had the text: what it has afterwards was made by others, or by undoing. */
  readonly wasStored: boolean;
  /** What was stored when the text that waits was begun, and the revision of the draft. */
  readonly before: string;
  readonly since: number | undefined;
}

export interface Typed {
  /** What the field shows. */
  readonly text: string;
  readonly type: (text: string) => void;
  /** Stores what was typed at once: when the field is left. */
  readonly settle: () => void;
  /** Forgets what was typed and is not stored. @returns whether there was any */
  readonly drop: () => boolean;
}

/** The draft that fields are part of. */
export interface SeenDraft {
  get(): { readonly revision: number };
  asSeen(revision: number, edit: () => void): void;
}

export const SeenDraftContext = createContext<SeenDraft | undefined>(undefined);

/** A pause in typing after which an edit is made. */
const pauseMs = 250;

interface TypedOptions {
  /** The form in which a text comes back from the draft. */
  readonly normal?: (text: string) => string;
  /** Whether the text is stored only when the field is left. */
  readonly isLate?: boolean;
}

/**
 * Keeps what is being typed apart from the draft: each pause makes one edit, and edits by other users do not change a text under the cursor
 * that is not stored yet. When others have changed the field meanwhile, the server asks whose text is kept.
 */
export function useTyped(stored: string, store: (text: string) => void, { normal = same, isLate = false }: TypedOptions = {}): Typed {
  const draft = use(SeenDraftContext);
  const [typing, setTyping] = useState<Typing>();
  const keep = ({ text, before, since }: Typing): void => {
    if (normal(text) === stored) return;
    if (draft === undefined || since === undefined || before === stored) store(text);
    else draft.asSeen(since, () => store(text));
  };
  if (typing?.isWaiting === false && !typing.wasStored && normal(typing.text) === stored) setTyping({ ...typing, wasStored: true });
  const settle = (): void => {
    setTyping(typing?.isWaiting === true && !isLate ? { ...typing, isWaiting: false } : undefined);
    if (typing?.isWaiting === true) keep(typing);
  };
  const send = useEffectEvent((): void => {
    if (typing?.isWaiting === true) settle();
  });
  useEffect(() => {
    if (typing?.isWaiting !== true || isLate) return undefined;
    const timer = setTimeout(send, pauseMs);
    return () => clearTimeout(timer);
  }, [typing, isLate]);
  useEffect(() => () => send(), []);
  // A phone may end a page that is hidden without another word. The field stays as it is: the person may come back to it.
  const hide = useEffectEvent((): void => {
    if (typing?.isWaiting !== true || document.visibilityState !== 'hidden') return;
    keep(typing);
    setTyping({ ...typing, before: normal(typing.text), since: draft?.get().revision });
  });
  const isWaiting = typing?.isWaiting === true;
  useEffect(() => {
    if (!isWaiting) return undefined;
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, [isWaiting]);
  const isCurrent =
    typing !== undefined && (typing.isWaiting || normal(typing.text) === stored || (typing.before === stored && !typing.wasStored));
  return {
    text: isCurrent ? typing.text : stored,
    type: (text) => {
      const begun = typing?.isWaiting === true ? typing : { before: stored, since: draft?.get().revision };
      setTyping({ text, isWaiting: true, wasStored: false, before: begun.before, since: begun.since });
    },
    settle,
    drop: () => {
      setTyping(undefined);
      return typing?.isWaiting === true;
    },
  };
}

function same(text: string): string {
  return text;
}
