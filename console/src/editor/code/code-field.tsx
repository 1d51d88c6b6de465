import { Maximize2, Minimize2 } from 'lucide-react';
import { lazy, Suspense, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../parts/controls/button.js';
import { joinClasses } from '../../parts/join-classes.js';
import type { FieldNames } from '../forms/controls/field-frame.js';
import { TextControl } from '../forms/controls/text-control.js';
import type { CodeLanguage } from './code-language.js';
import styles from './code.module.css';

/** CodeMirror is loaded with the first code field. */
const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.js')).CodeEditor }));

interface CodeFieldProps {
  readonly names: FieldNames;
  readonly label: string;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly placeholder: string | undefined;
  readonly onType: (text: string) => void;
  readonly onLeave: () => void;
}

const both = { references: true, secrets: true };

/** A field of code. Until the editor has loaded it is a plain field, so that nothing waits. */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { names, label, text, placeholder, onType, onLeave } = props;
  const [isFull, setIsFull] = useState(false);
  const Icon = isFull ? Minimize2 : Maximize2;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isFull || event.defaultPrevented) return;
    event.stopPropagation();
    setIsFull(false);
  };
  const plain = <TextControl names={names} text={text} holds={both} isCode placeholder={placeholder} onType={onType} onLeave={onLeave} />;
  return (
    // Its keys are those of the editor inside.
    <div className={joinClasses(styles['frame'], isFull && styles['full'])} onKeyDown={onKeyDown}>
      <Suspense fallback={plain}>
        <CodeEditor {...props} />
      </Suspense>
      <div className={styles['tools']}>
        <IconButton label={isFull ? `Leave full height of ${label}` : `Full height for ${label}`} onPress={() => setIsFull(!isFull)}>
          <Icon size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
