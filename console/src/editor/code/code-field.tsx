import { GitCompare, Maximize2, Minimize2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../parts/controls/button.js';
import { joinClasses } from '../../parts/join-classes.js';
import { lazyPart } from '../../parts/lazy-part.js';
import type { FieldNames } from '../forms/controls/field-frame.js';
import { TextControl } from '../forms/controls/text-control.js';
import type { LeftCursor } from './code-editor.js';
import type { CodeLanguage } from './code-language.js';
import type { DeployedText } from './deployed-text.js';
import styles from './code.module.css';

interface CodeFieldProps {
  readonly names: FieldNames;
  readonly label: string;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly placeholder: string | undefined;
  /** Where the text is in the active version; undefined when no version is active. */
  readonly deployed: DeployedText | undefined;
  readonly onType: (text: string) => void;
  readonly onLeave: () => void;
}

type LoadedFieldProps = CodeFieldProps & { readonly cursor: LeftCursor };

const both = { references: true, secrets: true };

/** CodeMirror is loaded with the first code field. Until it has loaded, and without the server, that is a plain field, so that nothing waits. */
const CodeEditor = lazyPart<LoadedFieldProps>(
  async () => (await import('./code-editor.js')).CodeEditor,
  (props) => <PlainField {...props} />,
);

/** Hands the cursor over to the field that takes its place: who types does not notice. */
function PlainField({ names, text, placeholder, cursor, onType, onLeave }: LoadedFieldProps): ReactNode {
  const { id } = names;
  useLayoutEffect(() => {
    const field = document.getElementById(id) as HTMLTextAreaElement | null;
    if (cursor.current !== undefined) field?.focus();
    if (cursor.current !== undefined) field?.setSelectionRange(...cursor.current);
    cursor.current = undefined;
    return () => {
      if (field !== null && field === document.activeElement) cursor.current = [field.selectionStart, field.selectionEnd];
    };
  }, [id, cursor]);
  return <TextControl names={names} text={text} holds={both} isCode placeholder={placeholder} onType={onType} onLeave={onLeave} />;
}

/** The diff is loaded when it is asked for. */
const DeployedChanges = lazyPart(async () => (await import('./deployed-changes.js')).DeployedChanges);

/** A field of code. */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { label, text, deployed } = props;
  const cursor: LeftCursor = useRef(undefined);
  const [isFull, setIsFull] = useState(false);
  const [isCompared, setIsCompared] = useState(false);
  const Icon = isFull ? Minimize2 : Maximize2;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isFull || event.defaultPrevented) return;
    event.stopPropagation();
    setIsFull(false);
  };
  return (
    // Its keys are those of the editor inside. In full height it covers the page, and the keys of the page do nothing.
    <div
      className={joinClasses(styles['frame'], isFull && styles['full'])}
      onKeyDown={onKeyDown}
      {...(isFull && { role: 'dialog', 'aria-label': label })}
    >
      <CodeEditor {...props} cursor={cursor} />
      <div className={styles['tools']}>
        {deployed !== undefined && (
          <IconButton
            label={isCompared ? `Hide the changes of ${label}` : `Changes of ${label} since v${deployed.version}`}
            onPress={() => setIsCompared(!isCompared)}
          >
            <GitCompare size={14} strokeWidth={1.5} aria-hidden />
          </IconButton>
        )}
        <IconButton label={isFull ? `Leave full height of ${label}` : `Full height for ${label}`} onPress={() => setIsFull(!isFull)}>
          <Icon size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      {isCompared && deployed !== undefined && <DeployedChanges place={deployed} text={text} />}
    </div>
  );
}
