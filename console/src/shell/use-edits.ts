import { useState } from 'react';

interface Edits<Values> {
  /** What the form shows: values that were not edited follow the server. */
  readonly shown: Values;
  /** The edited values alone. What others have changed meanwhile stays when only these are sent. */
  readonly edited: Partial<Values>;
  readonly edit: (change: Partial<Values>) => void;
  /** For the moment in which the server has taken the values. */
  readonly taken: (sent: Partial<Values>) => void;
}

/** The edits of a form. @param values what the server has, as it was last read */
export function useEdits<Values extends object>(values: Values): Edits<Values> {
  const [edited, setEdited] = useState<Partial<Values>>({});
  return {
    shown: { ...values, ...edited },
    edited,
    edit: (change) => setEdited((all) => ({ ...all, ...change })),
    taken: (sent) => setEdited((all) => withoutSent(all, sent)),
  };
}

/** What was edited after it was sent is not taken. */
function withoutSent<Values extends object>(edited: Partial<Values>, sent: Partial<Values>): Partial<Values> {
  const names = (Object.keys(edited) as (keyof Values)[]).filter((name) => edited[name] !== sent[name]);
  return Object.fromEntries(names.map((name) => [name, edited[name]])) as Partial<Values>;
}
