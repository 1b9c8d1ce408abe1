// mock-api exec -- npx detox test -c ios
// The app reads its base URL from the launch arguments (react-native-launch-arguments): mockApiUrl.
const { createWorld } = require('./world');

/** The address as the app reaches it: an emulator calls this machine 10.0.2.2. */
const forApp = (url) => (device.getPlatform() === 'android' ? url.replace(/localhost|127\.0\.0\.1/, '10.0.2.2') : url);

describe('posts', () => {
  let world;

  beforeEach(async () => {
    world = await createWorld(expect.getState().currentTestName);
    await world.answer('GET /posts', { status: 503, once: true });
    await device.launchApp({ newInstance: true, launchArgs: { mockApiUrl: forApp(world.url('jsonplaceholder')) } });
  });

  afterEach(() => world.close());

  it('shows an error, and succeeds at the second try', async () => {
    await waitFor(element(by.text('The server answered 503'))).toBeVisible().withTimeout(10000);
    await element(by.text('Reload')).tap();
    await waitFor(element(by.id('post-1'))).toBeVisible().withTimeout(10000);
    await world.requests.verify({ method: 'GET', path: '/posts' }, { exactly: 2 });
  });
});
