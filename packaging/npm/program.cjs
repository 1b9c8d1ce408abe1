'use strict';

// Where the program is, in the package for this system.
module.exports = require('node:path').join(__dirname, 'bin', 'mock-api');
