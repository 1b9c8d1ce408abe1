export * from './errors.js';
export { MINIMUM_VERSION, MockServer } from './server.js';
export { inWorld, mockWorld } from './test.js';
export { report } from './report.js';
export { World } from './world.js';
