import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { bytesText } from './amounts.js';
import type { LeftOutValue, LoadedPart, LoadPart } from './left-out-value.js';
import { messageOf } from './problem.js';
import styles from './show.module.css';

const mostCharacters = 16_384;
const mostMembers = 100;

interface LeftOutProps {
  readonly name: string | undefined;
  readonly leftOut: LeftOutValue;
  readonly path: string;
  readonly load: LoadPart;
  readonly member: (name: string, value: unknown, isList: boolean) => ReactNode;
}

/** The beginning of a large value. The rest is loaded part by part, when asked for. */
export function LeftOut({ name, leftOut, path, load, member }: LeftOutProps): ReactNode {
  const [parts, setParts] = useState<readonly LoadedPart[]>([]);
  const [state, setState] = useState<'waiting' | 'loading' | Error>('waiting');
  const last = parts.at(-1);
  const isList = last === undefined ? /^[[{]/.test(leftOut.preview) : last.kind !== 'text';
  const read = async (): Promise<void> => {
    setState('loading');
    try {
      const next = await load(path, last?.nextOffset ?? 0, isList ? mostMembers : mostCharacters);
      setParts([...parts, next]);
      setState('waiting');
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const isText = last === undefined || last.kind === 'text' || last.kind === 'value';
  const text =
    last === undefined ? `${leftOut.preview}…` : parts.map(({ part }) => (typeof part === 'string' ? part : JSON.stringify(part))).join('');
  return (
    <>
      <div className={styles['line']}>
        <span className={styles['leaf']} />
        {name !== undefined && <span className={styles['name']}>{name}</span>}
        {isText ? (
          <span className={styles['string']} dir="auto">
            {text}
          </span>
        ) : (
          <span className={styles['none']}>{bytesText(leftOut.bytes)}</span>
        )}
      </div>
      {!isText && <ul>{parts.flatMap((part) => membersOf(part, member))}</ul>}
      {last?.nextOffset !== null && (
        <div className={styles['rest']}>
          <Button className={styles['more'] ?? ''} isDisabled={state === 'loading'} onPress={() => void read()}>
            {last === undefined ? `Load the value, ${bytesText(leftOut.bytes)}` : 'Load more'}
          </Button>
          {state instanceof Error && <span role="alert">{messageOf(state)}</span>}
        </div>
      )}
    </>
  );
}

function membersOf({ kind, part, offset }: LoadedPart, member: LeftOutProps['member']): readonly ReactNode[] {
  const isList = kind === 'list';
  return Object.entries(part as object).map(([key, value]: [string, unknown]) => {
    const name = isList ? String(offset + Number(key)) : key;
    return <li key={name}>{member(name, value, isList)}</li>;
  });
}
