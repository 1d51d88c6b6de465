import type { ReactNode } from 'react';
import { FieldError, Label, Radio, RadioGroup, Text } from 'react-aria-components';
import styles from './controls.module.css';

interface YesNoProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly problem?: string | undefined;
  readonly isOptional?: boolean;
  /** Undefined until one of them is chosen: no answer is not a "no". */
  readonly value: boolean | undefined;
  readonly onChange: (value: boolean) => void;
}

export function YesNo({ label, help, problem, isOptional = false, value, onChange }: YesNoProps): ReactNode {
  return (
    <RadioGroup
      className={styles['field'] ?? ''}
      value={value === undefined ? null : String(value)}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      onChange={(next) => onChange(next === 'true')}
    >
      <Label className={styles['label'] ?? ''}>
        {label} {isOptional && <span className={styles['optional']}>optional</span>}
      </Label>
      <div className={styles['radios']}>
        {(['true', 'false'] as const).map((each) => (
          <Radio key={each} value={each} className={styles['radio'] ?? ''}>
            <span className={styles['dot']} />
            {each === 'true' ? 'Yes' : 'No'}
          </Radio>
        ))}
      </div>
      <FieldError className={styles['error'] ?? ''}>{problem}</FieldError>
      {problem === undefined && help !== undefined && (
        <Text slot="description" className={styles['help'] ?? ''}>
          {help}
        </Text>
      )}
    </RadioGroup>
  );
}
