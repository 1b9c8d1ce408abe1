// Run by Jest where it is installed: its globals, its names of tests, and its look at the parameters of a test.
let kit;

beforeAll(async () => { kit = await import('mock-api-testing'); });

describe('In Jest', () => {
  test('a world has the name of the test', () => kit.mockWorld(async (world) => {
    expect(world.id).toMatch(/^in-jest-a-world-has-the-name-of-the-test-[0-9a-f]{6}$/);
    const posts = await (await fetch(`${world.baseURL}/posts`)).json();
    expect(posts).toHaveLength(100);
    await world.requests.verify({ path: '/posts' }, { exactly: 1 });
  })());

  test('a test has no parameters to show', () => {
    expect(kit.mockWorld(async () => {})).toHaveLength(0);
  });
});
