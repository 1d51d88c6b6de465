import { useState, type ReactNode } from 'react';
import type { KeyRing } from '../../api/api-keys.js';
import { keys } from '../../api/keys.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { Choice } from '../../parts/controls/choice.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';
import { scopeWords, wantedKey, type KeyForm, type Scope } from './key-form.js';
import styles from './keys.module.css';

interface CreateKeyDialogProps {
  readonly ring: KeyRing;
  readonly onValue: (value: string) => void;
  readonly onClose: () => void;
}

const scopes = Object.keys(scopeWords) as readonly Scope[];

export function CreateKeyDialog({ ring, onValue, onClose }: CreateKeyDialogProps): ReactNode {
  const [form, setForm] = useState<KeyForm>({ name: '', scopes: [], until: '', addresses: '' });
  const [isLimited, setIsLimited] = useState(false);
  const issue = useAction({
    act: () => ring.issue(wantedKey(isLimited ? form : { ...form, scopes: [] })),
    changes: [keys.apiKeys(ring.owner)],
    onDone: onValue,
  });
  const field = (name: 'name' | 'until' | 'addresses'): { readonly value: string; readonly onChange: (value: string) => void } => ({
    value: form[name],
    onChange: (value) => setForm({ ...form, [name]: value }),
  });
  const toggle = (scope: Scope, isOn: boolean): void =>
    setForm({ ...form, scopes: scopes.filter((each) => (each === scope ? isOn : form.scopes.includes(each))) });
  return (
    <>
      <FormDialog
        title="Create an API key"
        action="Create key"
        isDisabled={isLimited && form.scopes.length === 0}
        isPending={issue.isPending}
        error={issue.error}
        fields={['name', 'expiresAt', 'allowedIps']}
        onSubmit={() => issue.do()}
        onClose={onClose}
      >
        <TextField
          label="Name"
          help="Where it is used, such as Nightly import"
          problem={problemOf(issue.error, 'name')}
          autoComplete="off"
          autoFocus
          {...field('name')}
        />
        <div className={styles['choices']}>
          <span>It may</span>
          <Choice
            label="It may"
            value={isLimited ? 'some' : 'all'}
            options={[
              { value: 'all', label: 'Everything' },
              { value: 'some', label: 'Only some of it' },
            ]}
            onChange={(value) => setIsLimited(value === 'some')}
          />
          {isLimited &&
            scopes.map((scope) => (
              <Checkbox key={scope} isSelected={form.scopes.includes(scope)} onChange={(isOn) => toggle(scope, isOn)}>
                {scopeWords[scope]}
              </Checkbox>
            ))}
        </div>
        <TextField label="Last day" type="date" isOptional problem={problemOf(issue.error, 'expiresAt')} {...field('until')} />
        <TextField
          label="Addresses"
          isOptional
          help="Such as 192.0.2.0/24. Empty: all."
          problem={problemOf(issue.error, 'allowedIps')}
          {...field('addresses')}
        />
      </FormDialog>
      {issue.dialog}
    </>
  );
}
