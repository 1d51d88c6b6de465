import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue, Switch, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { joinClasses } from '../../../parts/join-classes.js';
import controls from '../../../parts/controls/controls.module.css';
import overlays from '../../../parts/overlays/overlays.module.css';
import styles from '../forms.module.css';
import { useForm } from '../form-context.js';
import { labelsOf, type FieldNames } from './field-frame.js';

interface ChoiceProps {
  readonly names: FieldNames;
  readonly choices: readonly string[];
  /** Undefined: none is chosen, so the default counts. */
  readonly value: string | undefined;
  readonly fallback: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

const mostSegments = 4;
const longestSegments = 32;

/** One of several words: side by side if they are few and short. A default counts without being written. */
export function ChoiceControl(props: ChoiceProps): ReactNode {
  const { choices } = props;
  const isShort = choices.length <= mostSegments && choices.join('').length <= longestSegments;
  return isShort ? <Segments {...props} /> : <Dropdown {...props} />;
}

function Segments({ names, choices, value, fallback, onChange }: ChoiceProps): ReactNode {
  const { isReadOnly } = useForm();
  const selected = value ?? fallback;
  return (
    <ToggleButtonGroup
      {...labelsOf(names)}
      className={joinClasses(controls['choice'], styles['segments'])}
      isDisabled={isReadOnly}
      disallowEmptySelection={selected !== undefined}
      selectedKeys={selected === undefined ? [] : [selected]}
      onSelectionChange={(keys) => {
        const [next] = keys;
        if (typeof next === 'string') onChange(next);
      }}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice} id={choice} className={controls['option'] ?? ''}>
          {choice}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function Dropdown({ names, choices, value, fallback, onChange }: ChoiceProps): ReactNode {
  const { isReadOnly } = useForm();
  const isStrange = value !== undefined && !choices.includes(value);
  return (
    <Select
      {...labelsOf(names)}
      isInvalid={names['aria-invalid'] === true}
      isDisabled={isReadOnly}
      placeholder={isStrange ? value : 'Choose'}
      value={isStrange ? null : (value ?? fallback ?? null)}
      onChange={(key) => typeof key === 'string' && onChange(key)}
    >
      <Button id={names.id} className={joinClasses(controls['button'], controls['wide'], controls['select'])}>
        <SelectValue />
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
      </Button>
      <Popover className={overlays['popover'] ?? ''}>
        <ListBox className={overlays['list'] ?? ''}>
          {choices.map((choice) => (
            <ListBoxItem key={choice} id={choice} textValue={choice} className={overlays['item'] ?? ''}>
              {choice}
              {choice === fallback && <span className={overlays['end']}>default</span>}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

interface FlagProps {
  readonly names: FieldNames;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function FlagControl({ names, isOn, onChange }: FlagProps): ReactNode {
  const { isReadOnly } = useForm();
  return (
    <Switch
      id={names.id}
      {...labelsOf(names)}
      isSelected={isOn}
      isDisabled={isReadOnly}
      onChange={onChange}
      className={styles['switch'] ?? ''}
    >
      <span className={styles['track']} />
      {isOn ? 'On' : 'Off'}
    </Switch>
  );
}
