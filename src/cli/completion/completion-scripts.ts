import type { Completable, CommandNode } from './command-tree.js';

/** A script that completes `sluice` in a shell. Without a match the shell completes file names. */
export const completionScripts = { bash, zsh, fish } as const;

/** The command of a line is the longest sequence of words that is a command. */
function bash(tree: readonly CommandNode[]): string {
  const cases = tree.map(({ path, commands, options }) => `    ${quoted(path)}) words=${quoted(wordsOf([...commands, ...options]))} ;;`);
  const values = tree.flatMap(({ path, choices }) =>
    choices.map(({ option, values: words }) => `    ${quoted(`${path} ${option}`)}) words=${quoted(words.join(' '))} ;;`),
  );
  return `_sluice() {
  local path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
    ${patterns(tree)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${[...values, `    *) ;;`].join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sluice sluice
`;
}

function zsh(tree: readonly CommandNode[]): string {
  const cases = tree.map(({ path, commands, options }) => {
    const entries = [...commands, ...options].map(({ word, description }) => quoted(`${word}:${description.replaceAll(':', '\\:')}`));
    return `    ${quoted(path)}) entries=(${entries.join(' ')}) ;;`;
  });
  return `#compdef sluice
_sluice() {
  local place='' word
  local -a entries
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $word" in
    ${patterns(tree)}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  _describe 'sluice' entries || _files
}
if [ "\${funcstack[1]}" = _sluice ]; then _sluice "$@"; else compdef _sluice sluice; fi
`;
}

function fish(tree: readonly CommandNode[]): string {
  const lines = tree.flatMap(({ path, commands, options }) => {
    const at = `complete -c sluice -n ${fishQuoted(`__sluice_at ${fishQuoted(path)}`)}`;
    return [
      ...commands.map(({ word, description }) => `${at} -f -a ${fishQuoted(word)} -d ${fishQuoted(description)}`),
      ...options.map(({ word, description }) => `${at} -l ${word.slice(2)} -d ${fishQuoted(description)}`),
    ];
  });
  return `function __sluice_at
  set -l path ''
  set -l known ${tree.map(({ path }) => fishQuoted(path)).join(' ')}
  set -l words (commandline -opc)
  for word in $words[2..-1]
    set -l longer (string trim "$path $word")
    if contains -- $longer $known
      set path $longer
    end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** Shell patterns of every command behind the one before it. */
function patterns(tree: readonly CommandNode[]): string {
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => (path.includes(' ') ? path : ` ${path}`));
  return paths.map(quoted).join('|');
}

function wordsOf(entries: readonly Completable[]): string {
  return entries.map(({ word }) => word).join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
