import type { ReactNode } from 'react';
import { findBlock, type WorkflowDocument } from '../../../src/document/document.js';
import type { PaletteEntry } from '../api/blocks.js';
import type { PlacedBlock } from '../canvas/picture.js';
import { Chooser } from './chooser.js';
import { blockChoices, connectChoices, containerChoices, outside, placeChoices } from './choices.js';
import { sourceHandles } from './commands/handles.js';
import type { Palette } from './commands/insert.js';
import { startsFirst } from './editor-facts.js';
import type { Commands } from './use-commands.js';

interface ChoosersProps {
  readonly commands: Commands;
  readonly document: WorkflowDocument;
  readonly placed: readonly PlacedBlock[];
  readonly entries: readonly PaletteEntry[];
  readonly palette: Palette;
  readonly onGo: (blockId: string) => void;
}

/** The list that is open to be chosen from, if one is. */
export function Choosers({ commands, document, placed, entries, palette, onGo }: ChoosersProps): ReactNode {
  const { choosing } = commands;
  const close = (): void => commands.setChoosing(undefined);
  if (choosing === undefined) return null;
  if (choosing.kind === 'insert')
    return (
      <Chooser
        title="Add a block"
        placeholder={placed.length === 0 ? 'Choose how runs start…' : 'Find a block by its name or by what it does…'}
        none="No block of this server has this name."
        sections={placed.length === 0 ? startsFirst(blockChoices(entries, false)) : blockChoices(entries, choosing.place !== undefined)}
        onChoose={(type) => {
          const entry = palette.get(type);
          if (entry !== undefined) commands.insert(entry, choosing.place);
        }}
        onClose={close}
      />
    );
  if (choosing.kind === 'move')
    return (
      <Chooser
        title="Move into a container"
        placeholder="Find a loop or parallel…"
        none="No container can take what is selected."
        sections={containerChoices(document, commands.moveTargets)}
        onChoose={(id) => commands.moveInto(id === outside ? null : id)}
        onClose={close}
      />
    );
  if (choosing.kind === 'go')
    return (
      <Chooser
        title="Go to a block"
        placeholder="Find a block of this workflow…"
        none="No block has this name."
        sections={placeChoices(document)}
        onChoose={onGo}
        onClose={close}
      />
    );
  const source = findBlock(document.blocks, choosing.from);
  if (source === undefined) return null;
  return (
    <Chooser
      title={`Connect ${source.name}`}
      placeholder="Find the block that comes next…"
      none="No block can come next: the others lead here, or are in another container."
      sections={connectChoices(document, source.id, palette)}
      onChoose={(choice) => {
        const [index = '', ...target] = choice.split(':');
        const handle = sourceHandles(source, palette.get(source.type))[Number(index)];
        if (handle !== undefined) commands.connect({ source: source.id, sourceHandle: handle.id, target: target.join(':') });
      }}
      onClose={close}
    />
  );
}
