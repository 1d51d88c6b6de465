import ts from 'typescript';

/** The docstring of a declaration: its text and its tags. */
export interface Comment {
  readonly text: string | undefined;
  tags(name: string): readonly string[];
  has(name: string): boolean;
}

export function commentOf(node: ts.Node): Comment {
  const found = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
  const text = plain(found?.comment);
  const all = (found?.tags ?? []).map((tag) => ({ name: tag.tagName.text, text: plain(tag.comment) ?? '' }));
  return {
    text,
    tags: (name) => all.filter((tag) => tag.name === name).map((tag) => tag.text),
    has: (name) => all.some((tag) => tag.name === name),
  };
}

function plain(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string | undefined {
  const text = ts
    .getTextOfJSDocComment(comment)
    ?.replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  return text === '' ? undefined : text;
}

/** The values of the `@example` tags, which are JSON. */
export function examplesIn(comment: Comment): { readonly examples?: readonly unknown[] } {
  const examples = comment.tags('example').map((text) => JSON.parse(text) as unknown);
  return examples.length === 0 ? {} : { examples };
}
