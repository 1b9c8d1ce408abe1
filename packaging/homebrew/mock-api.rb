# The formula of mock-api. Put it in a tap of yours: brew tap-new YOU/tap, then Formula/mock-api.rb in it.
#
# For a release, set url and sha256 to those of the source archive (git archive --prefix mock-api-VERSION/).
class MockApi < Formula
  desc "Local mock backend for app developers: documented APIs with real state"
  homepage "https://example.com/mock-api"
  url "https://example.com/mock-api/mock-api-0.2.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"

  depends_on "pkgconf" => :build
  depends_on xcode: ["16.3", :build] if OS.mac?
  depends_on "gmp"
  depends_on "gnutls"
  depends_on "libmicrohttpd"
  depends_on "libpng"
  depends_on "libsodium"
  depends_on "libwebsockets"
  depends_on macos: :sequoia
  depends_on "pcre2"
  depends_on "qrencode"
  depends_on "secp256k1"
  depends_on "sqlite"

  uses_from_macos "python" => :build
  uses_from_macos "swift" => :build
  uses_from_macos "zlib"

  def install
    options = ["--disable-sandbox", "--configuration", "release", "--product", "mock-api"]
    options << "--static-swift-stdlib" if OS.linux?
    system "swift", "build", *options
    # The program, its data, completions for three shells, and the manual.
    # Homebrew's libraries are used, which it keeps up to date.
    system "script/package", "--binary", buildpath/".build/release/mock-api", "--tree", buildpath/"tree",
                             "--system-libraries"
    prefix.install Dir["tree/*"]
    # Homebrew looks for bash's completions in a folder of its own.
    bash_completion.install share/"bash-completion/completions/mock-api"
  end

  service do
    run [opt_bin/"mock-api", "serve"]
    keep_alive true
    log_path var/"log/mock-api.log"
    error_log_path var/"log/mock-api.log"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/mock-api --version").strip
    asked = shell_output("#{bin}/mock-api exec -- sh -c 'curl -s $MOCK_API_URL/users/1'")
    assert_match "Leanne Graham", asked
  end
end
