import { useEffect, useRef, type RefObject } from 'react';

/** Leads the focus to the first field with a problem: screen readers read it with what is wrong. */
export function focusProblem(form: Element | null): void {
  form?.querySelector<HTMLElement>('[data-invalid] :is(input, textarea, button)')?.focus();
}

/** Does so when what a button sends was answered. @returns a reference for the button */
export function useProblemFocus(isPending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending && button.current?.type === 'submit') focusProblem(button.current.form);
    wasPending.current = isPending;
  }, [isPending]);
  return button;
}
