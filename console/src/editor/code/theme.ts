import { EditorView } from '@codemirror/view';

/** The look of code fields, by the tokens of the console. */
export const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text)', fontSize: '12.5px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', maxHeight: 'var(--code-height, 320px)' },
  '.cm-content': { minHeight: '60px', padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 9px 0 4px' },
  // The tools of the field are beside it.
  '.cm-line:first-child': { paddingRight: 'var(--code-tools, 9px)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--muted)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '24px', padding: '0 4px 0 6px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklch, var(--accent) 25%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'color-mix(in oklch, var(--accent) 20%, transparent)' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'color-mix(in oklch, var(--warn) 25%, transparent)' },
  '.cm-known': { borderRadius: '3px', backgroundColor: 'color-mix(in oklch, var(--accent) 16%, transparent)' },
  '.cm-unknown': {
    backgroundColor: 'color-mix(in oklch, var(--warn) 14%, transparent)',
    textDecoration: 'underline wavy var(--warn)',
    textUnderlineOffset: '3px',
  },
  '.cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 28px 6px 8px', font: '400 12px/20px var(--font)' },
  '.cm-textfield': { border: '1px solid var(--control-line)', borderRadius: '4px', backgroundColor: 'var(--surface)', font: 'inherit' },
  '.cm-button': {
    border: '1px solid var(--line)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    font: 'inherit',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '260px', padding: '4px', fontFamily: 'var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '12px',
    padding: '4px 8px',
    borderRadius: '4px',
    lineHeight: '20px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--selected)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-diagnostic': { borderLeftColor: 'var(--bad)', padding: '4px 8px', font: '400 12px/16px var(--font)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
});
