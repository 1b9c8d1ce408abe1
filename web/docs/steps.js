// What to do on a device and in an app, short; with the addresses of this server in it.
import { element, inline } from '../shared/dom.js';

const steps = (...texts) => element('ol', {}, texts.filter(Boolean).map((text) => element('li', {},
  typeof text === 'string' ? inline(text) : text)));

const baseURL = (info) => info.urls[0]?.url ?? info.local?.url ?? location.origin;

/** Installing the authority that signed the server's certificate. */
export function authoritySteps(info) {
  const { pem, der, mobileconfig } = info.tls.authority;
  return element('div', {},
    element('p', { class: 'text' },
      'Before a device accepts HTTPS and wss from this server, it must trust its authority.'),
    steps(
      [element('strong', {}, 'iPhone, iPad: '), element('a', { href: mobileconfig }, 'download the profile'),
        ' in Safari, install it in Settings › General › VPN & Device Management, then switch it on in Settings › '
        + 'General › About › Certificate Trust Settings.'],
      [element('strong', {}, 'Android: '),
        element('a', { href: der, download: 'mock-api-ca.crt' }, 'download the certificate'),
        ', then install it as CA certificate in Settings › Security › Encryption & credentials.'],
      [element('strong', {}, 'Computers: '),
        element('a', { href: pem, download: 'mock-api-ca.pem' }, 'the same as PEM'),
        '; ', element('code', {}, 'mock-api trust'), ' prints the commands.']));
}

/** An iPhone and its app. */
export function phoneSteps(info) {
  return steps(
    info.lan ? 'Join the Wi-Fi of the computer, and scan the code with the camera.'
      : 'Only the simulator can reach this server until you start it with `--lan`.',
    `In the app, make \`${baseURL(info)}\` the base URL and keep the paths; the simulator takes `
      + `\`${info.local?.url ?? baseURL(info)}\` too.`,
    ['For plain HTTP, the ', element('code', {}, 'Info.plist'), ' of debug builds needs:', element('pre', {},
      '<key>NSAppTransportSecurity</key>\n<dict>\n  <key>NSAllowsLocalNetworking</key>\n  <true/>\n</dict>')],
    'iOS asks once whether the app may find devices in the local network: allow it; '
      + '`NSLocalNetworkUsageDescription` says why.');
}

/** An Android device and its app. */
export function androidSteps(info) {
  const port = new URL(baseURL(info)).port;
  return steps(
    info.emulator && `The emulator reaches the computer as \`${info.emulator.url}\`.`,
    info.adb.length > 0
      && `A device on a cable: run \`${info.adb.join(' && ')}\`, then use \`http://localhost:${port}\`.`,
    info.lan && `A device in the Wi-Fi of the computer: scan the code, and use \`${baseURL(info)}\`.`,
    ['Plain HTTP', info.tls ? ' and the certificate' : '', ' must be allowed in debug builds, in ',
      element('code', {}, 'res/xml/network_security_config.xml'), ', which ',
      element('code', {}, 'android:networkSecurityConfig'), ' in the manifest names:',
      element('pre', {}, networkSecurity(info))]);
}

function networkSecurity(info) {
  const anchors = '  <debug-overrides>\n    <trust-anchors>\n      <certificates src="user"/>\n'
    + '    </trust-anchors>\n  </debug-overrides>\n';
  return `<network-security-config>\n  <base-config cleartextTrafficPermitted="true"/>\n${info.tls ? anchors : ''}`
    + '</network-security-config>';
}
