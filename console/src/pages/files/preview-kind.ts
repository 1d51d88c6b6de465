/** The most that is fetched to be looked at. */
export const mostBytes = { text: 64 * 1024, image: 10 * 1024 * 1024 } as const;

const images = /^image\/(png|jpeg|gif|webp|avif)$/;
const texts = /^(text\/|application\/(json|xml|yaml|x-yaml|x-ndjson|jsonl|javascript|sql|toml)$)|\+(json|xml)$/;
const textNames = /\.(txt|md|csv|tsv|json|jsonl|ndjson|xml|yaml|yml|log|sql|toml|html?|css|m?[jt]s|py|sh)$/i;

type PreviewKind = 'empty' | 'image' | 'large' | 'text' | 'other';

/**
 * How a file may be looked at. Everything that is no picture of a kind without scripts is shown as text, or not at all: nothing of a file
 * is run.
 */
export function previewKind({ name, type, size }: { readonly name: string; readonly type: string; readonly size: number }): PreviewKind {
  const mediaType = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (size === 0) return 'empty';
  if (images.test(mediaType)) return size <= mostBytes.image ? 'image' : 'large';
  return texts.test(mediaType) || textNames.test(name) ? 'text' : 'other';
}
