import type { Edge } from '../../../../src/document/document.js';
import type { PlacedBlock } from '../../canvas/picture.js';
import { saveFile } from '../../pages/audit/save-file.js';
import { svgPicture } from './svg-picture.js';
import styles from './picture.module.css';

export function saveSvg(placed: readonly PlacedBlock[], edges: readonly Edge[], name: string): void {
  saveFile(svgFile(placed, edges), `${name}.svg`);
}

/** Browsers draw no larger picture. */
const mostPixels = 8192;

/** Saves twice as many pixels as the picture has points, as far as browsers draw them. @throws when the browser does not draw it */
export async function savePng(placed: readonly PlacedBlock[], edges: readonly Edge[], name: string): Promise<void> {
  const address = URL.createObjectURL(svgFile(placed, edges));
  try {
    const image = Object.assign(new Image(), { src: address });
    await image.decode();
    const scale = Math.min(2, mostPixels / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.max(1, Math.round(image.naturalWidth * scale)),
      height: Math.max(1, Math.round(image.naturalHeight * scale)),
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (file === null) throw new Error('the browser cannot draw one of this size');
    saveFile(file, `${name}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}

let removeSheet = (): void => undefined;

/** Prints the picture alone, on one page. @throws when the browser does not draw it */
export async function printPicture(placed: readonly PlacedBlock[], edges: readonly Edge[]): Promise<void> {
  removeSheet();
  const address = URL.createObjectURL(svgFile(placed, edges));
  const image = Object.assign(new Image(), { src: address, alt: '' });
  const sheet = document.createElement('div');
  sheet.className = styles['sheet'] ?? '';
  sheet.append(image);
  removeSheet = (): void => {
    sheet.remove();
    URL.revokeObjectURL(address);
  };
  try {
    await image.decode();
    document.body.append(sheet);
    // Some browsers return before the dialog is closed, and then say when it is.
    addEventListener('afterprint', removeSheet, { once: true });
    print();
  } catch (error) {
    removeSheet();
    throw error;
  }
}

function svgFile(placed: readonly PlacedBlock[], edges: readonly Edge[]): Blob {
  return new Blob([svgPicture(placed, edges)], { type: 'image/svg+xml' });
}
