# A formula for Homebrew. scripts/release replaces the words in capitals between at signs: the repository,
# the version, the commit, and the SHA-256 of the source archive. It was read by Ruby's parser
# and never installed.
class Signalbox < Formula
  desc "Test the navigation of Coordinator-based apps without a simulator"
  homepage "https://github.com/@REPOSITORY@"
  url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/signalbox-@VERSION@-source.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "lua@5.4"
  uses_from_macos "swift" => :build, since: :sequoia

  def install
    ENV["SIGNALBOX_VERSION"] = version.to_s
    ENV["SIGNALBOX_COMMIT"] = "@COMMIT@"
    ENV["SIGNALBOX_REPOSITORY"] = "@REPOSITORY@"
    ENV.prepend_path "PKG_CONFIG_PATH", Formula["lua@5.4"].opt_lib/"pkgconfig"
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "signalbox"
    bin.install ".build/release/signalbox"
    generate_completions_from_executable(bin/"signalbox", "completions")
    system bin/"signalbox", "man", man1
    pkgshare.install "examples"
  end

  test do
    system bin/"signalbox", "init", "demo"
    cd("demo") { assert_match "2 passed", shell_output("#{bin}/signalbox test") }
  end
end
