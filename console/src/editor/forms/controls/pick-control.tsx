import { ChevronDown, ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, ComboBox, Group, Input, Link, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { joinClasses } from '../../../parts/join-classes.js';
import controls from '../../../parts/controls/controls.module.css';
import overlays from '../../../parts/overlays/overlays.module.css';
import styles from '../forms.module.css';
import { useForm } from '../form-context.js';
import { labelsOf, type FieldNames } from './field-frame.js';
import { pageOf, useThings, type Thing } from './use-things.js';

interface PickControlProps {
  readonly names: FieldNames;
  readonly kind: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const mostShown = 100;

/** Chooses something of the workspace by its name. A reference, a secret or an id can be typed instead. */
export function PickControl({ names, kind, value, onChange }: PickControlProps): ReactNode {
  const { workspaceId, isReadOnly } = useForm();
  const [typed, setTyped] = useState<string>();
  const { things, isFailed, isReading, hasMore } = useThings(kind, typed ?? value);
  const chosen = things?.find(({ id }) => id === value);
  const text = typed ?? chosen?.name ?? value;
  const store = (next: string): void => {
    setTyped(undefined);
    if (next !== value) onChange(next);
  };
  const leave = (): void => {
    if (typed !== undefined) store(things?.find(({ name }) => name === typed)?.id ?? typed.trim());
  };
  const emptyText = (): string => {
    if (things === undefined && isFailed) return 'The choices cannot be read. Type a reference.';
    if (things === undefined || isReading) return 'Loading';
    return hasMore ? `No ${kind} with this name among the newest ${things.length}` : `No ${kind} with this name`;
  };
  const page = chosen && pageOf(kind, workspaceId, chosen.id);
  return (
    <div className={styles['pick']}>
      <ComboBox
        className={styles['combobox'] ?? ''}
        {...labelsOf(names)}
        isInvalid={names['aria-invalid'] === true}
        isReadOnly={isReadOnly}
        allowsCustomValue
        allowsEmptyCollection
        menuTrigger="focus"
        items={shownThings(things, typed)}
        inputValue={text}
        onInputChange={(next) => next !== text && setTyped(next)}
        value={chosen?.id ?? null}
        onChange={(key) => typeof key === 'string' && store(key)}
        onBlur={leave}
      >
        <Group className={styles['combo'] ?? ''}>
          <Input
            id={names.id}
            className={controls['input'] ?? ''}
            placeholder={`Choose ${/^(?:MCP|[aeiou])/.test(kind) ? 'an' : 'a'} ${kind}, or type a reference`}
          />
          <Button className={styles['open'] ?? ''} aria-label={`Show the choices: ${kind}`}>
            <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
          </Button>
        </Group>
        <Popover className={overlays['popover'] ?? ''}>
          <ListBox<Thing> className={overlays['list'] ?? ''} renderEmptyState={() => <p className={styles['none']}>{emptyText()}</p>}>
            {({ id, name, detail }) => (
              <ListBoxItem id={id} textValue={name} className={overlays['item'] ?? ''}>
                <span>{name}</span>
                {detail !== undefined && <span className={joinClasses(overlays['end'], styles['detail'])}>{detail}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      {page !== undefined && (
        <Link href={page} target="_blank" className={styles['visit'] ?? ''} aria-label={`Open ${chosen?.name ?? kind} in a new tab`}>
          <ExternalLink size={14} strokeWidth={1.5} aria-hidden />
        </Link>
      )}
    </div>
  );
}

function shownThings(things: readonly Thing[] = [], typed = ''): readonly Thing[] {
  const wanted = typed.trim().toLowerCase();
  return things.filter(({ name, id }) => name.toLowerCase().includes(wanted) || id === typed).slice(0, mostShown);
}
