import { FileImage, Image, ImageDown, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Edge } from '../../../../src/document/document.js';
import type { PlacedBlock } from '../../canvas/picture.js';
import { IconButton } from '../../parts/controls/button.js';
import { loadScript } from '../../parts/load-script.js';
import type * as Tools from './save-picture.js';
import { Menu } from '../../parts/overlays/menu.js';

interface PictureMenuProps {
  readonly placed: readonly PlacedBlock[];
  readonly edges: readonly Edge[];
  readonly name: string;
  readonly onRefused: (reason: string) => void;
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Saves the whole workflow as a picture, or prints it. What draws it is loaded when it is used. */
export function PictureMenu({ placed, edges, name, onRefused }: PictureMenuProps): ReactNode {
  const draw = (make: (tools: typeof Tools) => void | Promise<void>) => (): void => {
    loadScript(() => import('./save-picture.js'))
      .then(make)
      .catch((error: unknown) => onRefused(`The picture was not made: ${error instanceof Error ? error.message : String(error)}`));
  };
  return (
    <Menu
      label="Picture"
      placement="top start"
      button={
        <IconButton label="Save as a picture" isDisabled={placed.length === 0}>
          <ImageDown size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      }
      entries={[
        { id: 'svg', label: 'Save as SVG', icon: <FileImage {...icon} />, onChoose: draw(({ saveSvg }) => saveSvg(placed, edges, name)) },
        { id: 'png', label: 'Save as PNG', icon: <Image {...icon} />, onChoose: draw(({ savePng }) => savePng(placed, edges, name)) },
        { id: 'print', label: 'Print…', icon: <Printer {...icon} />, onChoose: draw(({ printPicture }) => printPicture(placed, edges)) },
      ]}
    />
  );
}
