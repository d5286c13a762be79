internal import ArgumentParser
internal import SignalboxScenarios
internal import SystemLibrary

/// A shell that can complete the program's arguments.
///
/// The shell's script calls the program with the words before the cursor, and displays the
/// candidates that the program returns.
enum CompletionShell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  /// The first argument with which a completion script calls the program.
  static let argument = "---complete"

  /// The path of the script in packages, below the prefix.
  var path: String {
    switch self {
    case .bash: "share/bash-completion/completions/signalbox"
    case .zsh: "share/zsh/site-functions/_signalbox"
    case .fish: "share/fish/vendor_completions.d/signalbox.fish"
    }
  }

  /// Replies to a script that was called with `---complete bash BREAKS LINE` or
  /// `---complete zsh|fish WORD...`.
  static func run(_ arguments: [String]) -> Never {
    let output = OutputFile(OutputFile.output)
    output.onFailure = { _ in }
    guard let shell = arguments.first.flatMap(CompletionShell.init(argument:)),
      let reply = try? shell.reply(to: Array(arguments.dropFirst()))
    else {
      exit(SignalboxScenarios.ExitCode.usage.rawValue)
    }
    output.print(reply)
    exit(SignalboxScenarios.ExitCode.success.rawValue)
  }

  /// Returns the lines that the shell's script reads.
  func reply(to arguments: [String]) throws -> String {
    let program = try CommandDescription.program()
    guard self == .bash else {
      return CompletionRequest(words: arguments.dropLast(), current: arguments.last ?? "")
        .reply(program).text()
    }
    guard arguments.count == 2 else { throw ValidationError("expected breaks and line") }
    let line = BashLine(arguments[1], breaks: arguments[0])
    return CompletionRequest(
      words: Array(line.words.dropFirst().dropLast()), current: line.words.last ?? ""
    )
    .reply(program).text(line.insertion)
  }

  /// The completion script.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let bashScript = #"""
    # bash completion for signalbox; made by: signalbox completions bash

    _signalbox() {
      local reply line current=$2
      local -a endings=()
      reply=$("$1" ---complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null) || return
      COMPREPLY=()
      {
        read -r line
        while IFS= read -r reply; do COMPREPLY+=("${reply%%$'\t'*}"); done
      } <<<"$reply"
      case $line in
        files*)
          local IFS=$'\n' pattern=${line#files}
          pattern=${pattern# }
          if [[ -n $pattern ]]; then
            COMPREPLY+=($(compgen -f -X "!*${pattern// /|*}" -- "$current") $(compgen -d -- "$current"))
          else
            COMPREPLY+=($(compgen -f -- "$current"))
          fi
          compopt -o filenames 2>/dev/null
          ;;
        folders)
          local IFS=$'\n'
          COMPREPLY+=($(compgen -d -- "$current"))
          compopt -o filenames 2>/dev/null
          ;;
      esac
      if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:] ]]; then
        compopt -o nospace 2>/dev/null
      fi
    }

    complete -F _signalbox signalbox

    """#

  private static let zshScript = #"""
    #compdef signalbox
    # zsh completion for signalbox; made by: signalbox completions zsh

    _signalbox() {
      local -a lines texts shown endings
      local line files
      lines=("${(@f)$("${(Q)words[1]}" ---complete zsh \
        "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      files=$lines[1]
      for line in "${(@)lines[2,-1]}"; do
        texts+=("${line%%$'\t'*}")
        if [[ $line == *$'\t'* ]]; then
          shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
        else
          shown+=("$line")
        fi
      done
      local result=1
      if (( $#texts )); then
        if [[ $texts[1] == \~* ]]; then
          # A quoted tilde is not the home folder.
          texts=("${(@q)texts}")
          texts=("${(@)texts/#\\\~/~}")
          compadd -Q -d shown -a texts && result=0
        elif [[ $#texts == 1 && $texts[1] == *[=:] ]]; then
          compadd -S '' -a texts && result=0
        elif [[ $lines[2] == *$'\t'* ]]; then
          compadd -l -d shown -a texts && result=0
        else
          compadd -d shown -a texts && result=0
        fi
      fi
      # The path begins after the option, and after the name in `--reporter NAME=PATH`.
      if [[ $files != none && $PREFIX == -* ]]; then
        compset -P 1 '*='
        [[ $IPREFIX == --reporter= ]] && compset -P 1 '*='
      elif [[ $files != none && ${(Q)words[CURRENT-1]} == --reporter ]]; then
        compset -P 1 '*='
      fi
      case $files in
        files*)
          endings=(${=files#files})
          if (( $#endings )); then
            _files -g "${(j: :)${(@)endings/#/*}}" && result=0
          else
            _files && result=0
          fi
          ;;
        folders)
          _files -/ && result=0
          ;;
      esac
      return result
    }

    if [[ $funcstack[1] == _signalbox ]]; then _signalbox "$@"; else compdef _signalbox signalbox; fi

    """#

  private static let fishScript = #"""
    # fish completion for signalbox; made by: signalbox completions fish

    function __signalbox_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct | string unescape 2>/dev/null; or commandline -ct)
        set -l lines ($words[1] ---complete fish $words[2..-1] "$current" 2>/dev/null)
        or return
        printf '%s\n' $lines[2..-1]
        set -l files (string split ' ' -- $lines[1])
        test $files[1] = none; and return
        # The path begins after the option, and after the name in `--reporter NAME=PATH`.
        set -l head (string match -r -- '^(?:--reporter=[^=]*=|--?[^=]*=)' "$current")
        if test "$words[-1]" = --reporter
            set head (string match -r -- '^[^=]*=' "$current")
        end
        set -l tail (string sub -s (math (string length -- "$head") + 1) -- "$current")
        set -l word (string escape --no-quoted -- "$tail" | string replace -r -- '^\\\\~' '~')
        for line in (complete -C "'' $word")
            set -l path (string split -m 1 \t -- $line)[1]
            # fish also suggests paths for the part after an equals sign.
            if string match -q -- '*=*' "$tail"
                test -e (string replace -r -- '^~(?=/)' "$HOME" $path); or continue
            end
            if string match -q -- '*/' $path
                printf '%s%s\n' $head $path
            else if test $files[1] = files
                if test (count $files) -eq 1
                    printf '%s%s\n' $head $path
                else
                    for ending in $files[2..-1]
                        string match -q -- "*$ending" $path; and printf '%s%s\n' $head $path
                    end
                end
            end
        end
    end

    complete -c signalbox -f -a '(__signalbox_complete)'

    """#
}
