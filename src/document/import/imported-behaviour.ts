import { isStrict, type Block, type WorkflowDocument } from '../document.js';

/** A document of another installation, with the settings that its blocks had there and that differ from the defaults here. */
export function asBefore(document: WorkflowDocument): WorkflowDocument {
  if (isStrict(document)) return document;
  const blocks = Object.entries(document.blocks).map(([id, block]) => [id, block.type === 'evaluator' ? lenient(block) : block] as const);
  return { ...document, blocks: Object.fromEntries(blocks) };
}

/** A metric that is missing was 0. */
function lenient(block: Block): Block {
  const onInvalid = { id: 'onInvalid', type: 'dropdown', value: 'zero' };
  return Object.hasOwn(block.subBlocks, 'onInvalid') ? block : { ...block, subBlocks: { ...block.subBlocks, onInvalid } };
}
