import type { WorkflowDocument } from '../../../src/document/document.js';
import { lookOf } from '../canvas/block-looks.js';
import type { PaletteEntry } from '../api/blocks.js';
import { wordsOf } from '../canvas/block-lines.js';
import type { Choice } from './chooser.js';
import { connectBlocks } from './commands/connect.js';
import { sourceHandles, takesEdges } from './commands/handles.js';
import type { Palette } from './commands/insert.js';

interface Section {
  readonly name: string;
  readonly choices: readonly Choice[];
}

const headings = { trigger: 'Starts', work: 'Work', control: 'Flow', note: 'Notes' } as const;

/** The block types of the server that new workflows use, under their headings. @param canFollow leaves out what nothing may lead to */
export function blockChoices(palette: readonly PaletteEntry[], canFollow: boolean): readonly Section[] {
  return (['work', 'control', 'trigger', 'note'] as const)
    .filter((category) => !canFollow || (category !== 'trigger' && category !== 'note'))
    .map((category) => ({
      name: headings[category],
      choices: palette
        .filter((entry) => entry.category === category && entry.replacedBy === null)
        .map(({ type, name, description }) => ({ id: type, text: name, words: `${type} ${description}`, icon: <TypeIcon type={type} /> })),
    }));
}

/** The ways from a block to another one that the rules allow. The id has the index of the handle and the target. */
export function connectChoices(document: WorkflowDocument, from: string, palette: Palette): readonly Section[] {
  const source = document.blocks[from];
  if (source === undefined) return [];
  return sourceHandles(source, palette.get(source.type)).map(({ id: handle, name }, index) => ({
    name: name === '' ? `From ${source.name}` : `From ${source.name}, ${name}`,
    choices: Object.values(document.blocks)
      .filter((block) => block.id !== from && takesEdges(block))
      .filter(({ id }) => !('refused' in connectBlocks(document, { source: from, sourceHandle: handle, target: id })))
      .map(({ id, name: text, type }) => ({ id: `${index}:${id}`, text, end: wordsOf(type), icon: <TypeIcon type={type} /> })),
  }));
}

/** The choice of no container. Blocks have other ids. */
export const outside = ' outside';

/** Containers into which something can be moved; null is outside of all. */
export function containerChoices({ blocks }: WorkflowDocument, targets: readonly (string | null)[]): readonly Section[] {
  const choices = targets.map((id): Choice => {
    const block = id === null ? undefined : blocks[id];
    if (block === undefined) return { id: outside, text: 'Outside of all containers' };
    return { id: block.id, text: block.name || block.id, end: wordsOf(block.type), icon: <TypeIcon type={block.type} /> };
  });
  return [{ name: 'Containers', choices }];
}

/** All blocks, to go to one of them. */
export function placeChoices({ blocks }: WorkflowDocument): readonly Section[] {
  const choices = Object.values(blocks).map(({ id, name, type }) => ({
    id,
    text: name || id,
    end: wordsOf(type),
    icon: <TypeIcon type={type} />,
  }));
  return [{ name: 'Blocks', choices }];
}

function TypeIcon({ type }: { readonly type: string }): React.ReactNode {
  const { Icon } = lookOf(type);
  return <Icon size={16} strokeWidth={1.5} aria-hidden />;
}
