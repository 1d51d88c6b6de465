import { Annotation, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { FieldNames } from '../forms/controls/field-frame.js';
import { useForm } from '../forms/form-context.js';
import { changeBetween } from './change-between.js';
import type { CodeLanguage } from './code-language.js';
import styles from './code.module.css';
import { codeExtensions, fieldAttributes } from './extensions.js';
import { namesChanged } from './known-names.js';

/** Where the cursor was in a field that has gone. */
export type LeftCursor = RefObject<readonly [from: number, to: number] | undefined>;

interface CodeEditorProps {
  readonly names: FieldNames;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly placeholder: string | undefined;
  /** Of the plain field that was here: its focus is taken over. */
  readonly cursor: LeftCursor;
  readonly onType: (text: string) => void;
  readonly onLeave: () => void;
}

/** Marks changes that come from the form. */
const fromForm = Annotation.define<true>();

/** CodeMirror with the names of the workflow. The text belongs to the form: the editor shows it and reports changes. */
export function CodeEditor({ names: field, text: stored, language, placeholder, cursor, onType, onLeave }: CodeEditorProps): ReactNode {
  const { names, secrets, isReadOnly } = useForm();
  // CodeMirror has lines, and no other line breaks.
  const text = stored.replaceAll(/\r\n?/g, '\n');
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  /** The texts of the editor since the form last had its text. */
  const reported = useRef<string[]>([]);
  const changed = useEffectEvent(onType);
  const left = useEffectEvent(onLeave);
  const open = useEffectEvent((parent: HTMLElement): EditorView => {
    const listener = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      if (!docChanged || transactions.every((each) => each.annotation(fromForm) !== undefined)) return;
      reported.current.push(state.doc.toString());
      changed(state.doc.toString());
    });
    const leaving = EditorView.domEventHandlers({ blur: () => left() });
    const attributes = attributesOf(field);
    const extensions = [codeExtensions({ language, placeholder: placeholder ?? '', isReadOnly, attributes }), listener, leaving];
    const opened = new EditorView({ parent, doc: text, extensions });
    reported.current = [text];
    if (cursor.current === undefined) return opened;
    const [from, to] = cursor.current;
    const { length } = opened.state.doc;
    opened.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } });
    opened.focus();
    cursor.current = undefined;
    return opened;
  });
  // Before the next key.
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const opened = open(place.current);
    view.current = opened;
    return () => opened.destroy();
  }, [language, isReadOnly]);
  useEffect(() => {
    const shown = view.current;
    const isLate = shown?.state.doc.toString() !== text && reported.current.includes(text);
    // The form has an earlier text while a later one is on its way to it.
    if (isLate) return;
    reported.current = [];
    if (shown === undefined || shown.state.doc.toString() === text) return;
    // Undo takes back what was typed here, and not what others have changed.
    const annotations = [fromForm.of(true), Transaction.addToHistory.of(false)];
    shown.dispatch({ changes: changeBetween(shown.state.doc.toString(), text), annotations });
  }, [text]);
  useEffect(() => view.current?.dispatch({ effects: namesChanged.of({ names, secrets }) }), [names, secrets, language, isReadOnly]);
  const attributes = JSON.stringify(attributesOf(field));
  useEffect(() => {
    const current = EditorView.contentAttributes.of(JSON.parse(attributes) as Record<string, string>);
    view.current?.dispatch({ effects: fieldAttributes.reconfigure(current) });
  }, [attributes]);
  return <div ref={place} className={styles['editor']} />;
}

/** The field is named, described and marked like any other. */
function attributesOf(field: FieldNames): Readonly<Record<string, string>> {
  const { id, 'aria-labelledby': label, 'aria-describedby': about, 'aria-invalid': isInvalid, 'aria-required': isRequired } = field;
  return {
    id,
    'aria-labelledby': label,
    ...(about !== undefined && { 'aria-describedby': about }),
    ...(isInvalid === true && { 'aria-invalid': 'true' }),
    ...(isRequired === true && { 'aria-required': 'true' }),
  };
}
