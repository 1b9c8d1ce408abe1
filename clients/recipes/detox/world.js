/** A world of the server that `mock-api exec` started, from the kit, which is a module of ECMAScript. */
exports.createWorld = async (name) => {
  const { MockServer } = await import('mock-api-testing');
  const server = await MockServer.shared();
  return server.worlds.make({ name });
};
