/** Control characters, and characters that reverse or hide text. Joiners are allowed because scripts and emoji need them. */
const unseen = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/u;
const separator = /[/\\]|%(25)*(2f|5c|00)/i;
/** Names that Windows reserves for devices, with any extension. */
const device = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Whether a name has characters that control, hide or reverse text, or none that can be seen. */
export function isHardToSee(name: string): boolean {
  return unseen.test(name) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name);
}

/** The last part of a path, without what `fileNameProblem` refuses; a name of a device stays. It may be empty. */
export function withoutProblems(path: string): string {
  const seen = path.replaceAll(new RegExp(unseen, 'gu'), '');
  const name = seen.split(/[/\\]/).at(-1) ?? '';
  return name.replaceAll(new RegExp(separator, 'gi'), '_').replace(/(?<![.\s])[.\s]+$/, '');
}

/** Why a text cannot be the name of a file, as the rest of a sentence about it; undefined if it can. Its length is not checked. */
export function fileNameProblem(name: string): string | undefined {
  if (name === '') return 'must not be blank';
  if (separator.test(name)) return 'must not contain a path';
  if (unseen.test(name)) return 'must not contain control characters or invisible characters';
  if (name.endsWith('.')) return 'must not end with a dot';
  return device.test(name) ? 'must not be the name of a device' : undefined;
}
