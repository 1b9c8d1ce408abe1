import ArgumentParser
import Certificates
import Devices
import Foundation
import Options

/// The steps for a user to make a device trust the CA.
struct TrustSteps {
  /// The CA's certificate.
  let file: String
  /// This machine's address in its network.
  let host: String
  let plainPort: Int
  let securePort: Int

  /// The steps, without a final line end.
  func text(for target: TrustTarget) -> String {
    switch target {
    case .iosSimulator: iosSimulator
    case .ios: ios
    case .androidEmulator: androidEmulator
    case .android: android
    case .macos: macos
    case .linux: linux
    }
  }

  /// The path, quoted for a shell.
  private var path: String {
    "'" + file.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  private var iosSimulator: String {
    """
      1. Boot the simulator, then run
           xcrun simctl keychain booted add-root-cert \(path)
      2. Point the app at https://localhost:\(securePort) and wss://localhost:\(securePort)
    """
  }

  private var ios: String {
    """
      1. Serve to the network: mock-api serve --lan --port \(plainPort) --tls-port \(securePort)
      2. On the device, in the same Wi-Fi, open in Safari and allow
           http://\(host):\(plainPort)/_mock/ca.mobileconfig
      3. Settings > General > VPN & Device Management > the profile > Install
      4. Settings > General > About > Certificate Trust Settings > switch the CA on
      5. Point the app at https://\(host):\(securePort) and wss://\(host):\(securePort)
    """
  }

  private var androidEmulator: String {
    """
      1. Make the app trust the CA in debug builds: copy it to res/raw,
           cp \(path) app/src/debug/res/raw/mock_api_ca.pem
         name it in app/src/debug/res/xml/network_security_config.xml
    \(Self.indented(networkSecurityConfig))
         and that in the manifest: <application android:networkSecurityConfig="@xml/network_security_config">
      2. Point the app at https://10.0.2.2:\(securePort) and wss://10.0.2.2:\(securePort)

      For the emulator's browser, and apps that trust what a user installed (<certificates src="user" />, as above):
           adb push \(path) /sdcard/Download/mock-api-ca.crt
         then Settings > Security > Encryption & credentials > Install a certificate > CA certificate
    """
  }

  private var android: String {
    """
      1. Make the app trust the CA in debug builds: copy it to res/raw,
           cp \(path) app/src/debug/res/raw/mock_api_ca.pem
         name it in app/src/debug/res/xml/network_security_config.xml
    \(Self.indented(networkSecurityConfig))
         and that in the manifest: <application android:networkSecurityConfig="@xml/network_security_config">
      2. Over USB: adb reverse tcp:\(securePort) tcp:\(securePort)
         and point the app at https://localhost:\(securePort)
         Over Wi-Fi: mock-api serve --lan --port \(plainPort) --tls-port \(securePort)
         and point the app at https://\(host):\(securePort)

      For the device's browser, and apps that trust what a user installed (<certificates src="user" />, as above):
         open http://\(host):\(plainPort)/_mock/ca.der, or adb push \(path) /sdcard/Download/mock-api-ca.crt
         then Settings > Security > Encryption & credentials > Install a certificate > CA certificate
    """
  }

  private var networkSecurityConfig: String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <network-security-config>
      <debug-overrides>
        <trust-anchors>
          <certificates src="system" />
          <certificates src="user" />
          <certificates src="@raw/mock_api_ca" />
        </trust-anchors>
      </debug-overrides>
    </network-security-config>
    """
  }

  private var macos: String {
    """
      For this user (macOS asks for the password):
           security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \(path)
      To undo it:
           security remove-trusted-cert \(path)
      For one command only: curl --cacert \(path) https://localhost:\(securePort)/_mock/health
    """
  }

  private var linux: String {
    """
      Debian, Ubuntu:
           sudo cp \(path) /usr/local/share/ca-certificates/mock-api.crt && sudo update-ca-certificates
      Fedora:
           sudo cp \(path) /etc/pki/ca-trust/source/anchors/mock-api.pem && sudo update-ca-trust
      Chrome and Chromium (certutil is in libnss3-tools):
           certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n mock-api -i \(path)
      For one command only: curl --cacert, SSL_CERT_FILE, REQUESTS_CA_BUNDLE or NODE_EXTRA_CA_CERTS with
           \(path)
    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "           \($0)" }.joined(separator: "\n")
  }
}
