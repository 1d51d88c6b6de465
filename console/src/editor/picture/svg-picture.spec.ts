import { expect, it } from '@jest/globals';
import { parseDocument } from '../../../../src/document/parse/parse-document.js';
import { placedBlocks } from '../../canvas/picture.js';
import { svgPicture } from './svg-picture.js';

it('draws blocks and wires, and hostile names as texts', () => {
  const block = (id: string, x: number, name: string): object => ({ id, type: 'function', name, position: { x, y: 0 } });
  const { document } = parseDocument({
    state: {
      blocks: { a: block('a', 0, '<script>alert("1")</script>'), b: block('b', 320, 'Second') },
      edges: [{ id: 'e', source: 'a', target: 'b' }],
    },
  });
  if (document === undefined) throw new Error('The document cannot be read');
  const svg = svgPicture(placedBlocks(document), document.edges);
  expect(svg).toContain('&lt;script&gt;alert(&quot;1&quot;)');
  expect(svg).not.toContain('<script');
  expect(svg).toContain('>Second</text>');
  expect(svg.match(/<path /g)).toHaveLength(1);
  expect(svg).toContain('viewBox="-32 -32 604 108"');
});
