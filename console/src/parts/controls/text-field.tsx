import { Search } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  SearchField as AriaSearchField,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';
import { joinClasses } from '../join-classes.js';
import styles from './controls.module.css';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  readonly help?: string;
  /** What is wrong with the value: in the place of the help. */
  readonly problem?: string | undefined;
  readonly isOptional?: boolean;
  readonly isLong?: boolean;
}

/** Label above, help below; a problem replaces the help. */
export function TextField({ label, help, problem, isOptional = false, isLong = false, ...props }: TextFieldProps): ReactNode {
  return (
    <AriaTextField {...props} isInvalid={problem !== undefined} validationBehavior="aria" className={styles['field'] ?? ''}>
      <Label className={styles['label'] ?? ''}>
        {label} {isOptional && <span className={styles['optional']}>optional</span>}
      </Label>
      {isLong ? <TextArea className={styles['input'] ?? ''} /> : <Input className={styles['input'] ?? ''} />}
      <FieldError className={styles['error'] ?? ''}>{problem}</FieldError>
      {problem === undefined && help !== undefined && (
        <Text slot="description" className={styles['help'] ?? ''}>
          {help}
        </Text>
      )}
    </AriaTextField>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, value, placeholder = label, autoFocus = false, onChange }: SearchFieldProps): ReactNode {
  const id = useId();
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange} autoFocus={autoFocus} className={styles['search'] ?? ''} id={id}>
      <Search size={14} strokeWidth={1.5} aria-hidden />
      <Input placeholder={placeholder} className={joinClasses(styles['input'], styles['compact'])} data-search />
    </AriaSearchField>
  );
}
