import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, FieldError, Label, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue, Text } from 'react-aria-components';
import { joinClasses } from '../join-classes.js';
import overlays from '../overlays/overlays.module.css';
import styles from './controls.module.css';

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly help?: string | undefined;
  readonly problem?: string | undefined;
  readonly value: Value | null;
  readonly placeholder?: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { label, help, problem, value, placeholder = 'Choose', options, onChange } = props;
  return (
    <AriaSelect
      className={styles['field'] ?? ''}
      placeholder={placeholder}
      value={value}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      onChange={(key) => {
        const next = options.find((option) => option.value === key);
        if (next !== undefined) onChange(next.value);
      }}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <Button className={joinClasses(styles['button'], styles['wide'], styles['select'])}>
        <SelectValue />
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
      </Button>
      <FieldError className={styles['error'] ?? ''}>{problem}</FieldError>
      {problem === undefined && help !== undefined && (
        <Text slot="description" className={styles['help'] ?? ''}>
          {help}
        </Text>
      )}
      <Popover className={overlays['popover'] ?? ''}>
        <ListBox className={overlays['list'] ?? ''}>
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} className={overlays['item'] ?? ''}>
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
