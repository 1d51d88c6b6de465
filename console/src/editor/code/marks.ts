import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { placeholdersOf } from '../../../../src/engine/texts/template.js';
import { knownNames, namesChanged } from './known-names.js';

const looks = {
  known: Decoration.mark({ class: 'cm-known' }),
  unknown: Decoration.mark({ class: 'cm-unknown' }),
};

/** Marks what a run would read as references and secrets, in the lines on the screen. */
export const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marksOf(view);
    }

    update(update: ViewUpdate): void {
      const isChanged = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(namesChanged)));
      if (update.docChanged || update.viewportChanged || isChanged) this.decorations = marksOf(update.view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function marksOf(view: EditorView): DecorationSet {
  const { names, secrets } = view.state.field(knownNames);
  const found = view.visibleRanges.flatMap(({ from, to }) =>
    Array.from(
      placeholdersOf(view.state.sliceDoc(from, to), () => true),
      ({ index, placeholder }) => {
        const isKnown = placeholder.kind === 'secret' ? secrets?.includes(placeholder.name) !== false : names.knows(placeholder.reference);
        return looks[isKnown ? 'known' : 'unknown'].range(from + index, from + index + placeholder.raw.length);
      },
    ),
  );
  return Decoration.set(found);
}
