/// The scripts with the completions, for bash, zsh and fish.
///
/// ArgumentParser's scripts offer either files or the words of the program. In ours, the program can also ask for files, with
/// `Completions.filesMark`. Bash also divides words at `=`, `:` and `@`, which our modes and conditions have.
enum CompletionScript {
  /// A script of ArgumentParser with our additions. Any other text stays as it is.
  static func finished(_ text: String) -> String {
    additions.reduce(text) { $0.replacing($1.line, with: $1.replacement) }
  }

  static let additions: [(line: String, replacement: String)] = [
    (
      #"done < <(IFS=$'\n' compgen "${@}" -- "${cur}")"#,
      #"""
      done < <(
              [[ "${2}" = *\#(Completions.filesMark) ]] && compgen -f -- "${cur}"
              IFS=$'\n' compgen "${@//\#(Completions.filesMark)/}" -- "${cur}"
          )
      """#
    ),
    (
      "complete -o filenames -F _marqueectl marqueectl",
      """
      # Gives whole words to the completions, and takes from them the part that bash has divided off.
      _marqueectl_whole_words() {
          if ! declare -F _get_comp_words_by_ref > /dev/null; then
              _marqueectl "${@}"
              return
          fi
          local cur prev words cword
          _get_comp_words_by_ref -n '=:@' cur prev words cword
          local -a COMP_WORDS=("${words[@]}")
          local -i COMP_CWORD="${cword}"
          local -r whole="${cur}"
          _marqueectl "${1}" "${whole}" "${prev}"
          local -r breaks="${COMP_WORDBREAKS//[^=:@]/}"
          [[ -n "${breaks}" ]] && COMPREPLY=("${COMPREPLY[@]#"${whole%"${whole##*["${breaks}"]}"}"}")
          [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" = *= ]] && compopt -o nospace
          [[ -n "${COMPREPLY[0]}" && ! -e "${COMPREPLY[0]}" && "${COMPREPLY[0]}" != *' '* ]] && compopt +o filenames
      }

      complete -o filenames -F _marqueectl_whole_words marqueectl
      """
    ),
    (
      #"if [[ "${#completions[@]}" -gt 1 ]]; then"#,
      #"""
      if (( ${completions[(Ie)\#(Completions.filesMark)]} )); then
              completions=("${(@)completions:#\#(Completions.filesMark)}")
              _files
          fi
          if [[ "${#completions[@]}" -gt 1 ]]; then
      """#
    ),
    (
      "    command $tokens[1] $argv $tokens\n",
      """
          set -l offered (command $tokens[1] $argv $tokens)
          if contains -- \(Completions.filesMark) $offered
              set -e offered[(contains -i -- \(Completions.filesMark) $offered)]
              __fish_complete_path (commandline -ct)
          end
          test (count $offered) -eq 0; or printf '%s\\n' $offered

      """
    ),
  ]
}
