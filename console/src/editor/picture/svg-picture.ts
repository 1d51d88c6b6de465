import type { Edge } from '../../../../src/document/document.js';
import { wordsOf } from '../../canvas/block-lines.js';
import { headHeight, lineHeight, wiresOf, type PlacedBlock } from '../../canvas/picture.js';
import { boundsOf } from '../canvas/window/culling.js';
import { curve } from '../canvas/curve.js';

const margin = 32;

/** The workflow as an SVG file, in light colours and without anything that is loaded. */
export function svgPicture(placed: readonly PlacedBlock[], edges: readonly Edge[]): string {
  const { x, y, width, height } = boundsOf(placed);
  const wires = wiresOf(edges, new Map(placed.map((each) => [each.block.id, each]))).map(
    ({ from, to, isError }) =>
      `<path d="${curve(from.x, from.y, to.x, to.y)}" fill="none" stroke="${isError ? '#c0392b' : '#8a93a0'}" stroke-width="1.5"/>`,
  );
  const frames = placed.filter(({ isFrame }) => isFrame).map(drawn);
  const blocks = placed.filter(({ isFrame }) => !isFrame).map(drawn);
  const box = [x - margin, y - margin, width + 2 * margin, height + 2 * margin];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="${box[2] ?? 0}" height="${box[3] ?? 0}" font-family="system-ui, sans-serif">`,
    `<rect x="${box[0] ?? 0}" y="${box[1] ?? 0}" width="100%" height="100%" fill="#fafbfc"/>`,
    ...frames,
    ...wires,
    ...blocks,
    '</svg>',
  ].join('\n');
}

function drawn({ block, x, y, width, height, lines, isFrame }: PlacedBlock): string {
  const texts = [
    `<text x="${x + 12}" y="${y + 20}" font-size="13" font-weight="500" fill="#1f2430">${escaped(block.name || block.id, 28)}</text>`,
    `<text x="${x + 12}" y="${y + 35}" font-size="11" fill="#68707d">${escaped(wordsOf(block.type), 32)}</text>`,
    ...(isFrame
      ? []
      : lines.map(
          ({ label, text }, index) =>
            `<text x="${x + 12}" y="${y + headHeight + index * lineHeight + 14}" font-size="11" fill="#1f2430">${escaped(`${label} ${text}`, 34)}</text>`,
        )),
  ];
  const look = isFrame ? 'fill="#f2f4f7"' : 'fill="#ffffff"';
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" ${look} stroke="#d5dae1"/>\n${texts.join('\n')}`;
}

function escaped(text: string, most: number): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  // A file must not have control characters.
  return short
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
