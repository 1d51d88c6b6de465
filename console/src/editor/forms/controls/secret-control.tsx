import { useState, type ReactNode } from 'react';
import { api } from '../../../api/client.js';
import { keys } from '../../../api/keys.js';
import { Button } from '../../../parts/controls/button.js';
import controls from '../../../parts/controls/controls.module.css';
import { Problem } from '../../../parts/show/problem.js';
import { useAction } from '../../../shell/use-action.js';
import styles from '../forms.module.css';
import { useForm } from '../form-context.js';
import { useTyped } from '../use-typed.js';
import type { FieldNames } from './field-frame.js';
import { TextControl } from './text-control.js';
import { isPlainSecret } from '../values/plain-secret.js';

interface SecretControlProps {
  readonly names: FieldNames;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const both = { references: true, secrets: true };

/**
 * Takes `{{NAME}}` or a reference. A secret that is typed is not written into the draft, whose history keeps everything: it is stored in the
 * environment of the workspace first.
 */
export function SecretControl({ names, label, value, onChange }: SecretControlProps): ReactNode {
  const [plain, setPlain] = useState<string>();
  const typed = useTyped(value, onChange);
  if (plain !== undefined || isPlainSecret(value)) {
    return (
      <PlainSecret
        names={names}
        label={label}
        text={plain ?? value}
        onType={(text) => {
          if (!isPlainSecret(text)) onChange(text);
          setPlain(isPlainSecret(text) ? text : undefined);
        }}
        onStored={(name) => {
          onChange(`{{${name}}}`);
          setPlain(undefined);
        }}
      />
    );
  }
  return (
    <TextControl
      names={names}
      text={typed.text}
      holds={both}
      placeholder="{{NAME}}"
      onType={(text) => (isPlainSecret(text) ? setPlain(text) : typed.type(text))}
      onLeave={typed.settle}
    />
  );
}

interface PlainSecretProps {
  readonly names: FieldNames;
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onStored: (name: string) => void;
}

function PlainSecret({ names, label, text, onType, onStored }: PlainSecretProps): ReactNode {
  const { workspaceId, block, isReadOnly, isAdmin, secrets } = useForm();
  const [typedName, setName] = useState<string>();
  const name = typedName ?? suggestedName(`${block.name} ${label}`, secrets ?? []);
  const action = useAction({
    act: () => api.environment.change(workspaceId, { variables: { [name]: text } }),
    changes: [keys.environment(workspaceId)],
    onDone: () => onStored(name),
  });
  const isTaken = secrets?.includes(name) === true;
  const isValid = /^[A-Za-z_]\w*$/.test(name) && !isTaken;
  const about =
    secrets === undefined
      ? 'The names of the secrets of the workspace are not known. Until they are, no secret is stored.'
      : isTaken
        ? 'A secret of this name exists. Choose another name.'
        : 'The draft keeps its history, so it contains only the name of the secret.';
  return (
    <div className={styles['secret']}>
      <input
        {...names}
        type="password"
        autoComplete="off"
        // The field replaces another one while a person types in it.
        autoFocus
        className={controls['input']}
        value={text}
        readOnly={isReadOnly}
        onChange={(event) => onType(event.target.value)}
      />
      {isAdmin ? (
        <>
          <div className={styles['store']}>
            <input
              aria-label={`Name for the secret of ${label}`}
              className={controls['input']}
              value={name}
              aria-invalid={!isValid}
              onChange={(event) => setName(event.target.value.toUpperCase().replace(/\W/g, '_'))}
            />
            <Button
              look="primary"
              isDisabled={!isValid || isReadOnly || secrets === undefined}
              isPending={action.isPending}
              onPress={() => action.do()}
            >
              Store as secret
            </Button>
          </div>
          <p className={styles['about']}>{about}</p>
        </>
      ) : (
        <p className={styles['about']} role="status">
          A secret is not written into the draft. Admins of the workspace store secrets; write the name of one as {'{{NAME}}'}.
        </p>
      )}
      {action.error !== null && <Problem error={action.error} />}
      {action.dialog}
    </div>
  );
}

function suggestedName(text: string, taken: readonly string[]): string {
  const name = text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)|_+$/g, '');
  const free = [name, ...Array.from({ length: 100 }, (_, index) => `${name}_${index + 2}`)].find((each) => !taken.includes(each));
  return free ?? name;
}
