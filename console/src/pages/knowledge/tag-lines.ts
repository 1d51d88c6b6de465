export type Tags = Readonly<Record<string, string | number | boolean>>;

/** Tags as people write them: one on each line, `name = value`. */
export function tagLines(tags: Tags): string {
  return Object.entries(tags)
    .map(([name, value]) => `${name} = ${typeof value === 'string' && valueFrom(value) !== value ? JSON.stringify(value) : String(value)}`)
    .join('\n');
}

/** @returns the tags, or the first line that is none */
export function tagsFrom(text: string): { readonly tags: Tags } | { readonly problem: string } {
  const tags: Record<string, string | number | boolean> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(0, at)).trim();
    if (name === '') return { problem: `"${line.trim()}" is no tag. Write name = value.` };
    tags[name] = valueFrom(line.slice(at + 1).trim());
  }
  return { tags };
}

/** Numbers, `true` and `false` are what they look like; quotation marks make a text of them. */
export function valueFrom(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return Number(text);
  if (!/^".*"$/s.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
