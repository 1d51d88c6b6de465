import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { joinClasses } from '../../../parts/join-classes.js';
import styles from '../forms.module.css';

/** The attributes that tie a control to its label, its help and its problem. */
export interface FieldNames {
  readonly id: string;
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-required': boolean | undefined;
}

/** Returns the attributes of a control that consists of several elements. */
export function labelsOf(names: FieldNames): Pick<FieldNames, 'aria-labelledby' | 'aria-describedby'> {
  const about = names['aria-describedby'];
  return { 'aria-labelledby': names['aria-labelledby'], ...(about !== undefined && { 'aria-describedby': about }) };
}

interface FieldFrameProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly problem?: { readonly message: string; readonly isWarning?: boolean } | undefined;
  readonly isRequired?: boolean;
  /** Whether the label is that of a group of controls. */
  readonly isGroup?: boolean;
  /** Buttons at the end of the line of the label. */
  readonly tools?: ReactNode;
  readonly children: (names: FieldNames) => ReactNode;
}

/** Label above, help below; a problem replaces the help. */
export function FieldFrame({ label, help, problem, isRequired = false, isGroup = false, tools, children }: FieldFrameProps): ReactNode {
  const id = useId();
  const about = problem !== undefined || help !== undefined;
  const names: FieldNames = {
    id,
    'aria-labelledby': `${id}-label`,
    ...(about && { 'aria-describedby': `${id}-about` }),
    'aria-invalid': problem !== undefined && problem.isWarning !== true ? true : undefined,
    'aria-required': isRequired || undefined,
  };
  const group = isGroup
    ? { role: 'group', 'aria-labelledby': names['aria-labelledby'], 'aria-describedby': names['aria-describedby'] }
    : {};
  return (
    <div className={styles['field']} {...group}>
      <div className={styles['head']}>
        <label
          id={`${id}-label`}
          htmlFor={isGroup ? undefined : id}
          className={joinClasses(styles['label'], isRequired && styles['required'])}
        >
          {label}
        </label>
        {tools}
      </div>
      {children(names)}
      {about && (
        <p
          id={`${id}-about`}
          className={joinClasses(styles['about'], problem !== undefined && styles[problem.isWarning === true ? 'warning' : 'wrong'])}
        >
          {problem === undefined ? <Help text={help ?? ''} /> : <Complaint {...problem} />}
        </p>
      )}
    </div>
  );
}

function Complaint({ message, isWarning = false }: { readonly message: string; readonly isWarning?: boolean }): ReactNode {
  const Icon = isWarning ? TriangleAlert : CircleAlert;
  return (
    <>
      <Icon size={12} strokeWidth={1.5} aria-hidden />
      {message}
    </>
  );
}

/** A description of the palette: text between backticks is code. */
function Help({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
