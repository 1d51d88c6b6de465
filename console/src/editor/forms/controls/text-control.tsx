import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { joinClasses } from '../../../parts/join-classes.js';
import styles from '../forms.module.css';
import { useForm } from '../form-context.js';
import type { Suggestion } from '../values/references.js';
import { completed, matching, typedToken, type TypedToken } from '../values/typed-token.js';
import type { FieldNames } from './field-frame.js';
import { MarkedText } from './marked-text.js';

export interface TextControlProps {
  readonly names: Partial<FieldNames>;
  readonly text: string;
  readonly holds: { readonly references: boolean; readonly secrets: boolean };
  readonly isCode?: boolean;
  readonly placeholder?: string | undefined;
  readonly label?: string | undefined;
  readonly onType: (text: string) => void;
  readonly onLeave: () => void;
  readonly onPasteText?: (text: string) => boolean;
}

interface Offer {
  readonly token: TypedToken;
  readonly suggestions: readonly Suggestion[];
  readonly at: number;
}

/** A text that grows with its lines. `<` offers references and `{{` secrets; known ones are marked, unknown ones are underlined. */
export function TextControl({
  names,
  text,
  holds,
  isCode = false,
  placeholder,
  label,
  onType,
  onLeave,
  onPasteText,
}: TextControlProps): ReactNode {
  const { isReadOnly } = useForm();
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const { offer, look, choose, move, close } = useOffer(area, holds, onType);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (offer === undefined) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(offer.suggestions[offer.at]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={joinClasses(styles['text'], isCode && styles['code'])}>
      <MarkedText text={text} holds={holds} />
      <textarea
        {...names}
        aria-label={label}
        ref={area as Ref<HTMLTextAreaElement>}
        rows={Math.min(12, Math.max(isCode ? 3 : 1, text.split('\n').length))}
        value={text}
        placeholder={placeholder}
        readOnly={isReadOnly}
        spellCheck={!isCode}
        autoComplete="off"
        autoCapitalize="off"
        aria-autocomplete="list"
        aria-controls={offer && listId}
        aria-activedescendant={offer && `${listId}-${offer.at}`}
        onChange={(event) => {
          onType(event.target.value);
          look(event.target.value, event.target.selectionStart);
        }}
        onPaste={(event) => {
          if (onPasteText?.(event.clipboardData.getData('text/plain')) === true) event.preventDefault();
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onLeave();
        }}
      />
      {offer !== undefined && <Suggestions id={listId} offer={offer} onChoose={choose} />}
    </div>
  );
}

function useOffer(
  area: { readonly current: HTMLTextAreaElement | null },
  holds: TextControlProps['holds'],
  onType: (text: string) => void,
) {
  const { names, secrets = [] } = useForm();
  const [offer, setOffer] = useState<Offer>();
  const look = (text: string, cursor: number): void => {
    const token = typedToken(text, cursor);
    if (token === undefined || !holds[token.kind === 'secret' ? 'secrets' : 'references']) return setOffer(undefined);
    const all = token.kind === 'secret' ? secrets.map((name) => ({ text: `{{${name}}}`, detail: 'secret' })) : names.references;
    const suggestions = matching(all, token.query);
    setOffer(suggestions.length === 0 ? undefined : { token, suggestions, at: 0 });
  };
  const choose = (suggestion: Suggestion | undefined): void => {
    const field = area.current;
    if (offer === undefined || field === null || suggestion === undefined) return;
    const next = completed(field.value, offer.token, field.selectionStart, suggestion);
    // The next key must find the cursor behind what was chosen.
    flushSync(() => {
      onType(next.text);
      setOffer(undefined);
    });
    field.focus();
    field.setSelectionRange(next.cursor, next.cursor);
  };
  const move = (by: 1 | -1): void => {
    setOffer((now) => now && { ...now, at: (now.at + by + now.suggestions.length) % now.suggestions.length });
  };
  return { offer, look, choose, move, close: () => setOffer(undefined) };
}

interface SuggestionsProps {
  readonly id: string;
  readonly offer: Offer;
  readonly onChoose: (suggestion: Suggestion) => void;
}

function Suggestions({ id, offer, onChoose }: SuggestionsProps): ReactNode {
  return (
    <ul id={id} role="listbox" aria-label={offer.token.kind === 'secret' ? 'Secrets' : 'References'} className={styles['suggestions']}>
      {offer.suggestions.map((suggestion, index) => (
        <li
          key={suggestion.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === offer.at}
          ref={index === offer.at ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
          // The field keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(suggestion);
          }}
        >
          <span>{suggestion.text}</span>
          <span className={styles['detail']}>{suggestion.detail}</span>
        </li>
      ))}
    </ul>
  );
}
