import type { Shell } from "./commands.js";
import type { CommandDescription, OptionDescription } from "./describe-commands.js";

/**
 * Write the script by which a shell completes a program's commands, options and their values; other values are completed
 * as paths of files.
 */
export function writeCompletion(shell: Shell, program: string, commands: readonly CommandDescription[]): string {
  return WRITERS[shell](program, commands);
}

const WRITERS: Readonly<Record<Shell, typeof writeBash>> = { bash: writeBash, zsh: writeZsh, fish: writeFish };

function writeBash(program: string, commands: readonly CommandDescription[]): string {
  const cases = commands.map(
    ({ path, words, options }) =>
      `    ${quote(path)}) words=${quote(words.map(({ word }) => word).join(" "))} options=${quote(listFlags(options).join(" "))} ;;`,
  );
  const values = listValues(commands).map(
    ({ place, choices }) => `    ${place}) words=${quote(choices.join(" "))} current_is_value=1 ;;`,
  );
  return `# bash completion of ${program}: source <(${program} completion bash)
_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command= word words= options= current_is_value=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in
      ${stepsOf(commands).join("|")}) command="\${command:+$command }$word" ;;
    esac
  done
  case "$command" in
${cases.join("\n")}
  esac
  case "$command $previous" in
${values.join("\n")}
    ${textPlaces(commands).join("|")}) words= current_is_value=1 ;;
  esac
  [[ -z $current_is_value && $current == -* ]] && words=$options
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${program} ${program}
`;
}

function writeZsh(program: string, commands: readonly CommandDescription[]): string {
  const describe = (word: string, summary: string | null): string => quote(summary ? `${word}:${summary}` : word);
  const cases = commands.map(({ path, words, options }) => {
    const next = words.map(({ word, summary }) => describe(word, summary)).join(" ");
    const flags = options.flatMap((option) =>
      listFlags([option]).map((flag) => describe(flag, option.summary.split("; ", 1)[0]!)),
    );
    return `    (${quote(path)}) following=(${next}) options=(${flags.join(" ")}) ;;`;
  });
  const values = listValues(commands).map(
    ({ place, choices }) => `    (${place}) compadd -- ${choices.join(" ")}; return ;;`,
  );
  return `#compdef ${program}
# zsh completion of ${program}: source <(${program} completion zsh), after compinit
_${program}() {
  local command= word
  local -a following options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in
      (${stepsOf(commands).join("|")}) command="\${command:+$command }$word" ;;
    esac
  done
  case "$command \${words[CURRENT-1]}" in
${values.join("\n")}
    (${textPlaces(commands).join("|")}) _files; return ;;
  esac
  case "$command" in
${cases.join("\n")}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe option options
  elif (( $#following )); then
    _describe command following
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

function writeFish(program: string, commands: readonly CommandDescription[]): string {
  const lines = commands.flatMap(({ path, words, options }) => {
    const start = `complete -c ${program} -n ${quoteFish(`__${program}_at ${quote(path)}`)}`;
    const described = (summary: string | null): string =>
      summary === null ? "" : ` -d ${quoteFish(summary.split("; ", 1)[0]!)}`;
    return [
      ...(words.length > 0 ? [`${start} -f`] : []),
      ...words.map(({ word, summary }) => `${start} -a ${word}${described(summary)}`),
      ...options.map(({ long, short, takesValue, choices, summary }) => {
        const flags = ` -l ${long.slice(2)}${short === null ? "" : ` -s ${short.slice(1)}`}`;
        const value = choices.length > 0 ? ` -x -a ${quoteFish(choices.join(" "))}` : takesValue ? " -r" : "";
        return `${start}${flags}${value}${described(summary)}`;
      }),
    ];
  });
  return `# fish completion of ${program}: ${program} completion fish | source
function __${program}_at
    set -l command ""
    for word in (commandline -opc)[2..]
        switch "$command $word"
            case ${stepsOf(commands).join(" ")}
                set command (string trim "$command $word")
        end
    end
    test "$command" = "$argv[1]"
end
${lines.join("\n")}
`;
}

/** List the ways from a command to one within it, such as `'dataset list'`; those of the program begin with a space. */
function stepsOf(commands: readonly CommandDescription[]): readonly string[] {
  return commands.filter(({ path }) => path !== "").map(({ path }) => quote(path.includes(" ") ? path : ` ${path}`));
}

/** Values of an option, and where they stand, such as `'export --format'`. */
interface OptionValues {
  readonly place: string;
  readonly choices: readonly string[];
}

function listValues(commands: readonly CommandDescription[]): readonly OptionValues[] {
  return commands.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ long, choices }) => ({ place: quote(`${path} ${long}`), choices })),
  );
}

/** List the options that take any text. */
function textPlaces(commands: readonly CommandDescription[]): readonly string[] {
  return commands.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue, choices }) => takesValue && choices.length === 0)
      .map(({ long }) => quote(`${path} ${long}`)),
  );
}

function listFlags(options: readonly OptionDescription[]): readonly string[] {
  return options.flatMap(({ long, short }) => (short === null ? [long] : [short, long]));
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Quote a text for fish, where a backslash in quotes escapes. */
function quoteFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
