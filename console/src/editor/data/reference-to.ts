import { referenceName, type Block } from '../../../../src/document/document.js';
import { referenceAt } from '../../../../src/engine/texts/reference.js';

const quotedMember = /\["((?:[^"\\]|\\.)*)"\]/g;

/** How fields of other blocks refer to a part of the output of a block; undefined for names that references cannot contain. */
export function referenceTo({ name }: Block, path: string): string | undefined {
  let isSayable = true;
  const members = path.replace(quotedMember, (quoted) => {
    const [member] = JSON.parse(quoted) as [string];
    if (/[.[\]]/.test(member)) isSayable = false;
    return `.${member}`;
  });
  const separator = members === '' || members.startsWith('[') || members.startsWith('.') ? '' : '.';
  const text = `<${referenceName(name)}${separator}${members}>`;
  return isSayable && referenceAt(text, 0)?.raw === text ? text : undefined;
}
