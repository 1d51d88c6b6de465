import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components';
import styles from './controls.module.css';

export function Checkbox({
  children,
  ...props
}: Omit<CheckboxProps, 'className' | 'style' | 'children'> & { readonly children: ReactNode }): ReactNode {
  return (
    <AriaCheckbox {...props} className={styles['checkbox'] ?? ''}>
      {({ isSelected }) => (
        <>
          <span className={styles['box']}>{isSelected && <Check size={12} strokeWidth={3} aria-hidden />}</span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
