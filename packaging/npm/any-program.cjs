'use strict';

const name = `mock-api-${process.platform}-${process.arch}`;

// Where the program is: in the package for this system.
try {
  module.exports = require(`${name}/program`);
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
  throw new Error(
    `the package ${name} is not installed: install it beside mock-api. There is one for linux-x64, linux-arm64, `
      + 'darwin-x64 and darwin-arm64; npm leaves it out with --omit=optional.',
    { cause: error },
  );
}
