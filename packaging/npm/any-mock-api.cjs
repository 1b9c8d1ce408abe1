#!/usr/bin/env node
'use strict';

// Runs the program for this system with the same arguments, input and output, and ends as it does.
const { spawn } = require('node:child_process');
const { constants } = require('node:os');

let program;
try {
  program = require('./program.cjs');
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exit(1);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to both, and a second one ends the server at once.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('error', (error) => {
  console.error(`error: ${program} cannot be started: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
