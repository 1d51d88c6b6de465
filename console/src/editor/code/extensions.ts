import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type Completion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript, localCompletionSource } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder as placeholderText } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { matching, typedToken } from '../forms/values/typed-token.js';
import type { CodeLanguage } from './code-language.js';
import { faultIn } from './faults.js';
import { knownNames } from './known-names.js';
import { marks } from './marks.js';
import { theme } from './theme.js';

/** Holds what ties the editor to its label and its problem. */
export const fieldAttributes = new Compartment();

interface CodeOptions {
  readonly language: CodeLanguage;
  readonly placeholder: string;
  readonly isReadOnly: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Returns what makes a text field a code field. */
export function codeExtensions({ language, placeholder, isReadOnly, attributes }: CodeOptions): readonly Extension[] {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  return [
    EditorView.cspNonce.of(nonce),
    knownNames,
    marks,
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    fieldAttributes.of(EditorView.contentAttributes.of(attributes)),
    placeholderText(placeholder),
    language === 'json' ? json() : javascript(),
    syntaxHighlighting(colours),
    linter(({ state }) => diagnostics(state, language), { delay: 300 }),
    autocompletion({ override: language === 'json' ? [namesSource] : [namesSource, localCompletionSource], icons: false }),
    // Tab leaves the field, so that no one is caught in it.
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap]),
    theme,
  ];
}

/** Offers references after `<` and secrets after `{{`. */
const namesSource: CompletionSource = ({ state, pos }) => {
  const line = state.doc.lineAt(pos);
  const token = typedToken(line.text, pos - line.from);
  if (token === undefined) return null;
  const { names, secrets = [] } = state.field(knownNames);
  const all = token.kind === 'secret' ? secrets.map((name) => ({ text: `{{${name}}}`, detail: 'secret' })) : names.references;
  const closing = token.kind === 'secret' ? '}}' : '>';
  const options = matching(all, token.query).map(({ text, detail }, index): Completion => ({
    label: text,
    detail,
    boost: -index,
    apply: applied(text, closing),
  }));
  return options.length === 0 ? null : { from: line.from + token.start, options, filter: false };
};

/** Brackets that the editor has closed already are not doubled. */
function applied(text: string, closing: string): NonNullable<Completion['apply']> {
  return (view, _completion, from, to) => {
    const isClosed = view.state.sliceDoc(to, to + closing.length) === closing;
    view.dispatch({
      changes: { from, to: isClosed ? to + closing.length : to, insert: text },
      selection: { anchor: from + text.length },
      userEvent: 'input.complete',
    });
  };
}

function diagnostics(state: EditorState, language: CodeLanguage) {
  const fault = faultIn(state.doc.toString(), language, state.field(knownNames).names.knows);
  if (fault === undefined) return [];
  const from = Math.min(fault.offset, state.doc.length);
  return [{ from, to: Math.min(from + 1, state.doc.length), severity: 'error', message: fault.message } as const];
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: 'var(--text)' },
  { tag: [tags.function(tags.variableName)], color: 'var(--accent)' },
]);
