import { ChevronDown, ChevronRight, Copy, Link2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { copyText } from '../copy-text.js';
import { bytesText } from './amounts.js';
import { leftOutOf, type LoadPart } from './left-out-value.js';
import { LeftOut } from './left-out.js';
import { memberPath } from './member-path.js';
import styles from './show.module.css';

interface JsonTreeProps {
  readonly value: unknown;
  /** How many levels are open at first. */
  readonly openLevels?: number;
  /** Reads parts of values that are left out, by their paths. */
  readonly load?: LoadPart | undefined;
  /** The text that is copied for a member, by its path: the path itself unless it is given. */
  readonly referenceTo?: ((path: string) => string | undefined) | undefined;
}

const mostMembers = 100;
const longestText = 2000;

/** A value that can be unfolded, member by member. Large texts and lists show their first part. */
export function JsonTree({ value, openLevels = 2, load, referenceTo }: JsonTreeProps): ReactNode {
  return (
    <div className={styles['json']}>
      <Member value={value} path="" level={0} openLevels={openLevels} load={load} referenceTo={referenceTo} />
    </div>
  );
}

interface MemberProps {
  readonly name?: string;
  readonly value: unknown;
  readonly path: string;
  readonly level: number;
  readonly openLevels: number;
  readonly load: LoadPart | undefined;
  readonly referenceTo: ((path: string) => string | undefined) | undefined;
}

function Member(props: MemberProps): ReactNode {
  const { value, load, path, name, level, openLevels, referenceTo } = props;
  const leftOut = load === undefined ? undefined : leftOutOf(value);
  if (load !== undefined && leftOut !== undefined) {
    const member = (key: string, part: unknown, isList: boolean): ReactNode => (
      <Member
        name={key}
        value={part}
        path={memberPath(path, key, isList)}
        level={level + 1}
        openLevels={openLevels}
        load={load}
        referenceTo={referenceTo}
      />
    );
    return <LeftOut name={name} leftOut={leftOut} path={path} load={load} member={member} />;
  }
  return isContainer(props.value) ? <Container {...props} members={props.value} /> : <Leaf {...props} />;
}

function Container(props: MemberProps & { readonly members: object }): ReactNode {
  const { name, members, path, level, openLevels, load, referenceTo } = props;
  const [isOpen, setIsOpen] = useState(level < openLevels);
  const [shown, setShown] = useState(mostMembers);
  const entries = Object.entries(members);
  const isList = Array.isArray(members);
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <div className={styles['line']}>
        <Button
          className={styles['fold'] ?? ''}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${path === '' ? 'the value' : path}`}
          onPress={() => setIsOpen(!isOpen)}
        >
          <Arrow size={12} strokeWidth={2} aria-hidden />
        </Button>
        {name !== undefined && <Name text={name} />}
        <span className={styles['none']}>{isList ? `[${entries.length}]` : `{${entries.length}}`}</span>
        <Tools path={path} value={members} referenceTo={referenceTo} />
      </div>
      {isOpen && (
        <ul>
          {entries.slice(0, shown).map(([key, member]) => (
            <li key={key}>
              <Member
                name={key}
                value={member}
                path={memberPath(path, key, isList)}
                level={level + 1}
                openLevels={openLevels}
                load={load}
                referenceTo={referenceTo}
              />
            </li>
          ))}
          {entries.length > shown && (
            <li>
              <Button className={styles['more'] ?? ''} onPress={() => setShown(shown + mostMembers)}>
                Show {Math.min(mostMembers, entries.length - shown)} of {entries.length - shown} more
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** Apart from the colon behind it, whatever the direction of its text is. */
function Name({ text }: { readonly text: string }): ReactNode {
  return (
    <span className={styles['name']}>
      <bdi>{text}</bdi>
    </span>
  );
}

function Leaf({ name, value, path, referenceTo }: MemberProps): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const text = typeof value === 'string' ? value : undefined;
  const isCut = text !== undefined && text.length > longestText && !isWhole;
  return (
    <div className={styles['line']}>
      <span className={styles['leaf']} />
      {name !== undefined && <Name text={name} />}
      <span className={styles[lookOf(value)]} dir="auto">
        <bdi>{text === undefined ? JSON.stringify(value) : `"${isCut ? `${text.slice(0, longestText)}…` : text}"`}</bdi>
        {isCut && (
          <Button className={styles['more'] ?? ''} onPress={() => setIsWhole(true)}>
            Show all {bytesText(text.length)}
          </Button>
        )}
      </span>
      <Tools path={path} value={value} referenceTo={referenceTo} />
    </div>
  );
}

function Tools({ path, value, referenceTo }: Pick<MemberProps, 'path' | 'value' | 'referenceTo'>): ReactNode {
  const copy = (text: string): void => void copyText(text);
  const place = referenceTo === undefined ? path : referenceTo(path);
  return (
    <span className={styles['tools']}>
      {place !== undefined && place !== '' && (
        <Button
          className={styles['tool'] ?? ''}
          aria-label={`Copy the ${referenceTo === undefined ? 'path' : 'reference'} ${place}`}
          onPress={() => copy(place)}
        >
          <Link2 size={12} strokeWidth={1.5} aria-hidden />
        </Button>
      )}
      <Button
        className={styles['tool'] ?? ''}
        aria-label={`Copy ${path === '' ? 'the value' : path}`}
        onPress={() => copy(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}
      >
        <Copy size={12} strokeWidth={1.5} aria-hidden />
      </Button>
    </span>
  );
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function lookOf(value: unknown): 'string' | 'number' | 'none' {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' || typeof value === 'boolean' ? 'number' : 'none';
}
